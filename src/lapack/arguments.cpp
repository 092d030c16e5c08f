// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/arguments.hpp"

#include "kernel/kernel.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

void require_runtime(Type type) {
  Runtime::get();
  choose_shape("", true, type);
}

}  // namespace numapack
