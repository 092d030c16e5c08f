// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/rhs_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "level3/nodes/block_owners.hpp"

namespace numapack {

namespace {

/// With more than this, one node's work would be waited for (PR-020).
constexpr double most_over_share = 1.075;
/// A block with less than this on its node is buffered there (PR-020).
constexpr double at_home = 0.9;

/// Elements of a block by home.
std::vector<double> elements_of(const TrianglePlan& plan, Range rhs, const HomeMap& homes) {
  const Range all{0, plan.call.order()};
  return plan.call.left() ? homes.elements_by_node(all, rhs) : homes.elements_by_node(rhs, all);
}

}  // namespace

void deal_rhs(TrianglePlan& plan, const std::vector<Range>& blocks, const HomeMap& homes) {
  if (plan.tasks.size() == 1) {
    for (const Range& rhs : blocks) plan.tasks.front().blocks.push_back({rhs, false});
    return;
  }
  const std::vector<TeamShare> tasks(plan.tasks.begin(), plan.tasks.end());
  std::vector<OwnedBlock> by_home;
  double largest = 0;
  for (const Range& rhs : blocks) {
    by_home.push_back({elements_of(plan, rhs, homes), double(rhs.size())});
    largest = std::max(largest, double(rhs.size()));
  }
  const auto shared = [&](std::size_t j) { return block_by_threads(j, blocks.size(), tasks); };
  BlocksByHome dealt = blocks_by_home(by_home, tasks, {most_over_share, largest}, shared);
  if (dealt.decided > 0 && dealt.balanced) {
    plan.reasons.push_back(
        fmt::format("{} of {} blocks belong to the node that has their pages", dealt.decided, blocks.size()));
  } else {
    for (std::size_t j = 0; j < blocks.size(); ++j) dealt.owner[j] = shared(j);
    plan.reasons.push_back(dealt.decided > 0
                               ? "lines are shared by threads: by their pages one node would have too many"
                               : "lines are shared by threads: their pages say nothing");
  }
  std::size_t buffered = 0;
  for (std::size_t j = 0; j < blocks.size(); ++j) {
    TriangleTask& task = plan.tasks[static_cast<std::size_t>(dealt.owner[j])];
    const std::vector<double>& elements = by_home[j].elements;
    const double all = std::accumulate(elements.begin(), elements.end(), 0.0);
    const bool is_away = elements[static_cast<std::size_t>(task.memory_node)] < at_home * all;
    buffered += is_away;
    task.blocks.push_back({blocks[j], is_away});
  }
  if (buffered > 0)
    plan.reasons.push_back(fmt::format("{} of {} blocks are copied to the node that works at them, and back",
                                       buffered, blocks.size()));
}

}  // namespace numapack
