// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "schedule/schedule.hpp"
#include "team/teams.hpp"

namespace numapack {

/// A thread's part in a step.
struct StepPart {
  int part = 0, width = 1;     ///< of the threads that do it together
  int team = 0, thread = 0;    ///< index into the schedule's teams, number within the team
  Barrier* meeting = nullptr;  ///< barrier of the gang

  /// Returns when all threads of the gang have called; what they wrote before is visible after.
  void meet() const {
    if (meeting != nullptr) meeting->wait();
  }

  /// The part's share of `count` items, consecutive ones.
  Range share_of(Index count) const { return {count * part / width, count * (part + 1) / width}; }
};

/// Runs a part of a step. After a single-threaded step has thrown, no further such step runs; a gang's kernel
/// must not throw while its other threads may wait at a barrier.
using StepKernel = std::function<void(const Step&, const StepPart&)>;

/// Runs all steps on the threads of `teams` that have the numbers of the schedule's teams. Each team takes
/// its tickets in order, so the first unfinished step can always begin: there is no deadlock. Without tickets
/// each thread runs the part with its number of its team's step. Returns false, having done nothing, if the
/// teams are busy. Rethrows the first exception of a kernel when all threads have finished. A watched call's
/// StepTrace receives every step that ran.
bool run(const Schedule& schedule, Teams& teams, const StepKernel& kernel);

}  // namespace numapack
