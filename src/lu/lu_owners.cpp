// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace numapack {

namespace {

/// A task may have so much more than its share before its pages stop deciding: work that waits for one node
/// costs more than reading the others' memory.
constexpr double most_over_share = 1.3;

/// Arithmetic that a block takes, relative: it meets every panel before it.
double work_of(const LuPlan& plan, std::size_t block) {
  return double(std::min<Index>(Index(block) + 1, plan.panels)) * double(plan.blocks[block].size());
}

/// The task on whose node most of a block is, or -1.
int home_of(const LuPlan& plan, const HomeMap& homes, const Range& block) {
  const std::vector<double> elements = homes.elements_by_node({0, plan.shape.m}, block);
  const double all = std::accumulate(elements.begin(), elements.end(), 0.0);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i)
    if (elements[std::size_t(plan.tasks[i].memory_node)] > 0.5 * all) return int(i);
  return -1;
}

bool balanced(const LuPlan& plan) {
  std::vector<double> work(plan.tasks.size(), 0.0);
  for (std::size_t j = 0; j < plan.blocks.size(); ++j) work[std::size_t(plan.owner[j])] += work_of(plan, j);
  const double all = std::accumulate(work.begin(), work.end(), 0.0);
  double threads = 0, largest = 0;
  for (const LuTask& task : plan.tasks) threads += task.threads;
  if (!plan.blocks.empty()) largest = work_of(plan, plan.blocks.size() - 1);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i)
    if (work[i] > most_over_share * all * plan.tasks[i].threads / threads + largest) return false;
  return true;
}

}  // namespace

void deal_blocks(LuPlan& plan, const HomeMap& homes) {
  const std::size_t blocks = plan.blocks.size(), tasks = plan.tasks.size();
  plan.owner.assign(blocks, 0);
  if (tasks > 1) {
    std::size_t decided = 0, turn = 0;
    for (std::size_t j = 0; j < blocks; ++j) {
      const int home = home_of(plan, homes, plan.blocks[j]);
      if (home >= 0) ++decided;
      plan.owner[j] = home >= 0 ? home : int(turn++ % tasks);
    }
    plan.by_homes = decided > 0 && balanced(plan);
    if (plan.by_homes) {
      plan.reasons.push_back(
          fmt::format("{} of {} blocks belong to the node that has their pages", decided, blocks));
    } else {
      for (std::size_t j = 0; j < blocks; ++j) plan.owner[j] = int(j % tasks);
      plan.reasons.push_back(decided > 0
                                 ? "blocks are dealt in turn: by their pages one node would have too many"
                                 : "blocks are dealt in turn: their pages say nothing");
    }
  }
  for (LuTask& task : plan.tasks) task.blocks = 0;
  for (const int owner : plan.owner) ++plan.tasks[std::size_t(owner)].blocks;
}

}  // namespace numapack
