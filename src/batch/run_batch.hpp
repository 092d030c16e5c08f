// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "batch/batch_homes.hpp"
#include "batch/batch_plan.hpp"
#include "runtime/lab_marks.hpp"
#include "team/cancellation.hpp"

namespace numapack {

/// Does some problems of a group on the thread that calls it. Throws nothing that its problems would not
/// throw as calls of their own.
using BatchWork = std::function<void(Index group, Range problems)>;

/// What a batch is made of: where operands are, so many of each problem; and its problems, by one thread
/// (work), or one of them as a call of its own (single).
struct BatchCalls {
  int operands = 1;
  BatchPlaces places;
  BatchWork work;
  std::function<void(Index group, Index problem)> single;
};

/// Does all problems of a batch: by a plan on the teams that a call may use, or, where that is not worth it
/// or teams are not available, by the calling thread, without a plan. The caller cannot be cancelled
/// meanwhile.
void run_batch(const BatchShape& shape, const BatchCalls& calls);

/// Obeys a plan for teams. False, with nothing done: they are taken.
bool execute(const BatchPlan& plan, Teams& teams, const BatchWork& work);

/// Whether a batch of this cost is the calling thread's in any case: then nothing need be asked about it.
constexpr bool is_batch_for_caller(double cost) {
  constexpr double least_batch_cost = 1e5;  // less than any machine's least_parallel_flops()
  return cost < least_batch_cost;
}

/// What a batch is done under: its caller cannot be cancelled, and the lab counts it.
struct BatchScope {
  CancellationOff until_done;
  LabMarks marks;
};

}  // namespace numapack
