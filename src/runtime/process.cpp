// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/process.hpp"

#include "base/error.hpp"
#include "base/limits.hpp"

namespace numapack {

bool read_lab_marks() noexcept {
  try {
    const LenientSettings others_say_what_is_wrong;
    return limits_of_environment().lab_marks;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace numapack
