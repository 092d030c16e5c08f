// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "matrix/distribute.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// The teams that calls use; nobody where there is one thread only.
inline Workers workers_of(Runtime& runtime) {
  const std::vector<TeamLayout>& layout = runtime.chosen().now();
  return {runtime.machine(), layout, crew_of(layout).total() > 1 ? &runtime.teams() : nullptr};
}

}  // namespace numapack
