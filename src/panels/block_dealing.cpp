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

/// With more than this, one node's work would be waited for (PR-019).
constexpr double most_work_over_share = 1.15;

}  // namespace

void deal_blocks(PanelPlan& plan, const HomeMap& homes) {
  const std::size_t blocks = plan.blocks.size(), tasks = plan.tasks.size();
  plan.owner.assign(blocks, 0);
  if (tasks > 1) {
    std::vector<OwnedBlock> by_home;
    for (std::size_t j = 0; j < blocks; ++j)
      by_home.push_back({homes.elements_by_node({0, plan.shape.m}, plan.blocks[j]), work_of(plan, j)});
    const std::vector<TeamShare> owners(plan.tasks.begin(), plan.tasks.end());
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
      std::vector<double> work;
      for (const OwnedBlock& block : by_home) work.push_back(block.work);
      plan.owner = blocks_by_work(work, owners);
      plan.reasons.push_back(
          dealt.decided > 0 ? "blocks are dealt by their work: by their pages one node would have too much"
                            : "blocks are dealt by their work: their pages say nothing");
    }
  }
  for (PanelTask& task : plan.tasks) task.blocks = 0;
  for (const int owner : plan.owner) ++plan.tasks[std::size_t(owner)].blocks;
}

}  // namespace numapack
