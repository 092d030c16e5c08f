// SPDX-License-Identifier: BSD-3-Clause
#include "level3/explain/plan_changes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"

namespace numapack {

namespace {

std::string who(const Plan& plan, const Machine& machine) {
  if (plan.caller_only) return "the calling thread alone";
  std::vector<std::string> nodes;
  int threads = 0;
  for (const NodeTask& task : plan.tasks) {
    nodes.push_back(std::to_string(machine.os_index_of(task.node)));
    threads += task.threads;
  }
  std::sort(nodes.begin(), nodes.end());
  return fmt::format("{} thread{} on node{} {}", threads, threads == 1 ? "" : "s",
                     nodes.size() == 1 ? "" : "s", fmt::join(nodes, ", "));
}

const NodeTask* task_of(const Plan& plan, int node) {
  for (const NodeTask& task : plan.tasks) {
    if (task.node == node) return &task;
  }
  return nullptr;
}

/// What is packed or buffered here.
std::string copies(const NodeTask& task) {
  const Panels* const algorithm = task.panels();
  if (algorithm == nullptr) return "nothing";
  return algorithm->buffered_c ? "A, B and C" : "A and B";
}

std::string blocks(const NodeTask& task) {
  if (const Panels* const algorithm = task.panels())
    return fmt::format("blocks of mc {}, kc {}, nc {}", algorithm->blocking.mc, algorithm->blocking.kc,
                       algorithm->blocking.nc);
  if (const InPlaceAlgorithm* const algorithm = task.in_place())
    return fmt::format("operands as they lie, {} columns of C at a time", algorithm->columns);
  return "one operand as it lies";
}

std::string part(const NodeTask& task) {
  return fmt::format("rows {}-{}, columns {}-{}", task.rows.begin, task.rows.end - 1, task.columns.begin,
                     task.columns.end - 1);
}

bool same_range(Range left, Range right) { return left.begin == right.begin && left.end == right.end; }

}  // namespace

std::vector<std::string> plan_changes(const Plan& estimated, const Plan& used, const Machine& machine) {
  std::vector<std::string> changes;
  const std::string before = who(estimated, machine), after = who(used, machine);
  if (before != after) changes.push_back(fmt::format("{} instead of {}", after, before));
  if (!(estimated.grid == used.grid)) {
    changes.push_back(fmt::format("C over {} x {} nodes instead of {} x {}", used.grid.rows,
                                  used.grid.columns, estimated.grid.rows, estimated.grid.columns));
  }
  for (const NodeTask& task : used.tasks) {
    const NodeTask* const old = task_of(estimated, task.node);
    if (old == nullptr) continue;
    const int name = machine.os_index_of(task.node);
    if (!same_range(task.rows, old->rows) || !same_range(task.columns, old->columns)) {
      changes.push_back(fmt::format("node {} computes {} instead of {}", name, part(task), part(*old)));
    }
    if (copies(task) != copies(*old)) {
      changes.push_back(fmt::format("node {} packs {} instead of {}", name, copies(task), copies(*old)));
    }
    if (blocks(task) != blocks(*old))
      changes.push_back(fmt::format("node {} uses {} instead of {}", name, blocks(task), blocks(*old)));
    if (!(task.thread_grid == old->thread_grid) && task.threads == old->threads) {
      changes.push_back(fmt::format("threads of node {} in a grid of {} x {} instead of {} x {}", name,
                                    task.thread_grid.rows, task.thread_grid.columns, old->thread_grid.rows,
                                    old->thread_grid.columns));
    }
  }
  const double crossing = used.traffic.crossing(), crossed = estimated.traffic.crossing();
  if (std::abs(crossing - crossed) > 0.001 * std::max(crossing, crossed)) {
    changes.push_back(fmt::format("{} cross between nodes instead of {}", readable_bytes(crossing),
                                  readable_bytes(crossed)));
  }
  if (changes.empty()) changes.push_back("the plan is the same with and without the measurements");
  changes.push_back(fmt::format("{} expected instead of {}", readable_seconds(used.seconds_estimate),
                                readable_seconds(estimated.seconds_estimate)));
  return changes;
}

}  // namespace numapack
