// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/line_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "level3/nodes/block_owners.hpp"

namespace numapack {

namespace {

constexpr double most_over_share = 1.15;
/// A block with less than this on its node is buffered there.
constexpr double at_home = 0.9;

/// Elements of a block by home.
std::vector<double> elements_of(const TrianglePlan& plan, Range lines, const HomeMap& homes) {
  const Range all{0, plan.call.order()};
  return plan.call.left() ? homes.elements_by_node(all, lines) : homes.elements_by_node(lines, all);
}

/// The task whose threads' share of the blocks holds this one's middle: as many blocks for each thread, where
/// there are as many.
int by_threads(const TrianglePlan& plan, std::size_t block, std::size_t blocks) {
  const double middle = (double(block) + 0.5) / double(blocks);
  double threads = 0, passed = 0;
  for (const TriangleTask& task : plan.tasks) threads += task.threads;
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    passed += plan.tasks[i].threads;
    if (middle < passed / threads) return static_cast<int>(i);
  }
  return static_cast<int>(plan.tasks.size()) - 1;
}

}  // namespace

void deal_lines(TrianglePlan& plan, const std::vector<Range>& blocks, const HomeMap& homes) {
  if (plan.tasks.size() == 1) {
    for (const Range& lines : blocks) plan.tasks.front().blocks.push_back({lines, false});
    return;
  }
  std::vector<OwnedBlock> by_home;
  std::vector<BlockOwner> tasks;
  double largest = 0;
  for (const Range& lines : blocks) {
    by_home.push_back({elements_of(plan, lines, homes), double(lines.size())});
    largest = std::max(largest, double(lines.size()));
  }
  for (const TriangleTask& task : plan.tasks) tasks.push_back({task.memory_node, task.threads});
  const auto shared = [&](std::size_t j) { return by_threads(plan, j, blocks.size()); };
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

int layout_threads(const std::vector<TeamLayout>& layout) {
  return std::accumulate(layout.begin(), layout.end(), 0, [](int sum, const TeamLayout& team) {
    return sum + static_cast<int>(team.cores.size());
  });
}

}  // namespace numapack
