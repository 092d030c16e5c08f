// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "matrix/distribute.hpp"
#include "runtime/runtime.hpp"
#include "runtime/thread_limit.hpp"
#include "team/share.hpp"

namespace numapack {

/// The teams that calls use, the same part of each where threads are bounded; nobody where that is less than
/// a thread a team, or one thread in all, or where there are no threads available.
inline Workers workers_of(Runtime& runtime) {
  const std::vector<TeamLayout>& all = runtime.chosen().now();
  const std::vector<TeamLayout> layout = even_part(all, within_thread_limit(0));
  try {
    if (all_threads_of(layout).total() > 1) return {runtime.machine(), layout, &runtime.teams()};
  } catch (const NoTeams&) {
  }
  return {runtime.machine(), all, nullptr};
}

}  // namespace numapack
