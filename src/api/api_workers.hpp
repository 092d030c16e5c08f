// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "matrix/distribute.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// The process's teams; nobody where there is one thread only.
inline Workers workers_of(Runtime& runtime) {
  std::size_t threads = 0;
  for (const TeamLayout& team : runtime.layout()) threads += team.cores.size();
  return {runtime.machine(), runtime.layout(), threads > 1 ? &runtime.teams() : nullptr};
}

}  // namespace numapack
