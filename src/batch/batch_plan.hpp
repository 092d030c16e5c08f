// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "batch/batch_shape.hpp"
#include "level3/nodes/options.hpp"
#include "machine/machine.hpp"
#include "schedule/placed_schedule.hpp"
#include "schedule/schedule.hpp"
#include "schedule/traffic.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// Problems of a group, one after the other.
struct BatchPart {
  Index group = 0;
  Range problems;
};

/// What a thread does at a time: some parts, hence a core that is taken away holds up the others by no more.
struct BatchStep {
  int task = 0;
  Range parts;  ///< of the plan's
  double cost = 0;
};

/// One node's share of the problems.
struct BatchTask : TeamShare {
  Index problems = 0, steps = 0;
};

/// Who does what of a batch. Pure data. A problem is a thread's of the node that most of what it writes lies
/// on, or, where nobody works there, of the nearest one: so nothing crosses but what a problem reads from
/// elsewhere. A node's problems are cut into steps of about the same cost, those of the largest problems
/// first, and its free threads take them in this order (Graham, "Bounds on multiprocessing timing anomalies",
/// SIAM J. Appl. Math. 17(2), 1969: what is left to the end is small). Bits do not depend on any of it: each
/// problem is one thread's.
struct BatchPlan {
  std::vector<BatchTask> tasks;  ///< one a node that takes part
  std::vector<BatchStep> steps;  ///< task by task
  std::vector<BatchPart> parts;  ///< step by step
  /// Problems that all threads share, one after the other, after the steps: each a call of its own, with a
  /// plan of its own. Those that are so few and so large that threads would have nothing to do.
  std::vector<BatchPart> shared;
  bool caller_only = false;      ///< too little for a second thread; nothing else is filled in then
  int nodes = 1;                 ///< of the machine
  std::vector<double> elements;  ///< of each step, operand and home
  double& elements_of(std::size_t step, int operand, int home) {
    return elements[place(step, operand, home)];
  }
  double elements_of(std::size_t step, int operand, int home) const {
    return elements[place(step, operand, home)];
  }

 private:
  std::size_t place(std::size_t step, int operand, int home) const {
    return (step * most_batch_operands + static_cast<std::size_t>(operand)) *
               static_cast<std::size_t>(nodes) +
           static_cast<std::size_t>(home);
  }
};

/// The plan for problems that lie so. A thread more must be worth `least_cost` / 2 of work; fewer threads
/// than there are go where the most work is. Pure. Throws Error(invalid_argument) for a layout without teams,
/// and for nodes that do not exist.
BatchPlan make_batch_plan(const BatchShape& shape, const BatchHomes& homes, const Machine& machine,
                          const std::vector<TeamLayout>& layout, double least_cost,
                          const Options& options = {});

/// Its steps on `teams` teams. Matrix operand * nodes + home: the elements of an operand that lie there, in
/// the order of the steps. Pure.
Schedule make_batch_schedule(const BatchPlan& plan, std::size_t teams);

/// What its steps take, by their costs and gemm's model; without the problems that all threads share, and of
/// `caller_only` nothing. Pure.
Seconds seconds_of(const BatchPlan& plan, std::size_t element_bytes, const TimeModel& model);

/// Bytes that move by this plan, and those that would cross if problems were dealt to all nodes in their
/// order, whatever lies where. Pure.
struct BatchTraffic {
  Traffic moved;
  double oblivious_bytes = 0;
};
BatchTraffic traffic_of(const BatchPlan& plan, std::size_t element_bytes);

/// The plan as a person reads it.
std::string explain(const BatchPlan& plan, const Machine& machine);

}  // namespace numapack
