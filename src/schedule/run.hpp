// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "schedule/schedule.hpp"
#include "team/teams.hpp"

namespace numapack {

/// A thread's part in a step.
struct StepPart {
  int part = 0, width = 1;     ///< of the threads that do it together
  int team = 0, thread = 0;    ///< who it is: index into the schedule's teams, number within its team
  Barrier* meeting = nullptr;  ///< of a gang whose tickets were taken

  /// Returns when all threads of the gang have called; what they wrote before is visible after.
  void meet() const {
    if (meeting != nullptr) meeting->wait();
  }

  /// The part's share of so many things, neighbours to each other.
  Range share_of(Index count) const { return {count * part / width, count * (part + 1) / width}; }
};

/// Runs a part of a step. After a single-threaded step has thrown, no further such step runs; a gang's kernel
/// must not throw while its other threads may wait at a barrier.
using StepKernel = std::function<void(const Step&, const StepPart&)>;

/// Does all steps on the threads of the schedule's teams, which are `teams`' by number. Each team takes its
/// tickets in their order, so the least step that is not done can always begin: there is no deadlock. Without
/// tickets each thread has the part of its number in its team's step. False: the teams are taken, and nothing
/// is done. Rethrows what a kernel threw first, when all others have finished. A watched call's StepTrace
/// hears of all that was done.
bool run(const Schedule& schedule, Teams& teams, const StepKernel& kernel);

}  // namespace numapack
