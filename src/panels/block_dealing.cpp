// SPDX-License-Identifier: BSD-3-Clause
#include "panels/block_dealing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "level3/nodes/block_owners.hpp"

namespace numapack {

namespace {

/// Arithmetic that a block takes, relative: it meets every panel before it.
double work_of(const PanelPlan& plan, std::size_t block) {
  return double(std::min<Index>(Index(block) + 1, plan.panels)) * double(plan.blocks[block].size());
}

constexpr double most_work_over_share = 1.3;

/// From the last block on, which is worked on longest: each to the task that has least to do so far for its
/// threads. So what is left at any time is shared, too.
void deal_by_work(PanelPlan& plan) {
  std::vector<double> work(plan.tasks.size(), 0);
  for (std::size_t j = plan.blocks.size(); j-- > 0;) {
    std::size_t least = 0;
    const auto after = [&](std::size_t task) {
      return (work[task] + work_of(plan, j)) / double(plan.tasks[task].threads);
    };
    for (std::size_t task = 1; task < work.size(); ++task)
      if (after(task) < after(least)) least = task;
    work[least] += work_of(plan, j);
    plan.owner[j] = int(least);
  }
}

}  // namespace

void deal_blocks(PanelPlan& plan, const HomeMap& homes) {
  const std::size_t blocks = plan.blocks.size(), tasks = plan.tasks.size();
  plan.owner.assign(blocks, 0);
  if (tasks > 1) {
    std::vector<OwnedBlock> by_home;
    for (std::size_t j = 0; j < blocks; ++j)
      by_home.push_back({homes.elements_by_node({0, plan.shape.m}, plan.blocks[j]), work_of(plan, j)});
    std::vector<BlockOwner> owners;
    for (const PanelTask& task : plan.tasks) owners.push_back({task.memory_node, task.threads});
    const double slack = blocks > 0 ? work_of(plan, blocks - 1) : 0;
    std::size_t turn = 0;
    const BlocksByHome dealt = blocks_by_home(by_home, owners, {most_work_over_share, slack},
                                              [&](std::size_t) { return int(turn++ % tasks); });
    plan.owner = dealt.owner;
    plan.by_homes = dealt.decided > 0 && dealt.balanced;
    if (plan.by_homes) {
      plan.reasons.push_back(
          fmt::format("{} of {} blocks belong to the node that has their pages", dealt.decided, blocks));
    } else {
      deal_by_work(plan);
      plan.reasons.push_back(
          dealt.decided > 0 ? "blocks are dealt by their work: by their pages one node would have too much"
                            : "blocks are dealt by their work: their pages say nothing");
    }
  }
  for (PanelTask& task : plan.tasks) task.blocks = 0;
  for (const int owner : plan.owner) ++plan.tasks[std::size_t(owner)].blocks;
}

}  // namespace numapack
