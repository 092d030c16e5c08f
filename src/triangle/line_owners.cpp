// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/line_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace numapack {

namespace {

/// A task may have so much more than its share before its pages stop deciding: work that waits for one node
/// costs more than moving its lines once.
constexpr double most_over_share = 1.15;
/// A block with less than this on its node is buffered there.
constexpr double at_home = 0.9;

/// What of a block is on each node, as shares.
std::vector<double> shares_of(const TrianglePlan& plan, Range lines, const HomeMap& homes) {
  const Range all{0, plan.call.order()};
  std::vector<double> shares =
      plan.call.left() ? homes.elements_by_node(all, lines) : homes.elements_by_node(lines, all);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share = sum > 0 ? share / sum : 0;
  return shares;
}

int home_of(const TrianglePlan& plan, const std::vector<double>& shares) {
  for (std::size_t i = 0; i < plan.tasks.size(); ++i)
    if (shares[static_cast<std::size_t>(plan.tasks[i].memory_node)] > 0.5) return static_cast<int>(i);
  return -1;
}

/// The task whose threads' share of the lines holds this block's middle.
int by_threads(const TrianglePlan& plan, Range lines) {
  const double middle = double(lines.begin + lines.end) / 2 / double(plan.call.lines());
  double threads = 0, passed = 0;
  for (const TriangleTask& task : plan.tasks) threads += task.threads;
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    passed += plan.tasks[i].threads;
    if (middle < passed / threads) return static_cast<int>(i);
  }
  return static_cast<int>(plan.tasks.size()) - 1;
}

bool balanced(const TrianglePlan& plan, const std::vector<Range>& blocks, const std::vector<int>& owners) {
  std::vector<double> lines(plan.tasks.size(), 0.0);
  double threads = 0, largest = 0;
  for (const TriangleTask& task : plan.tasks) threads += task.threads;
  for (std::size_t j = 0; j < blocks.size(); ++j) {
    lines[static_cast<std::size_t>(owners[j])] += double(blocks[j].size());
    largest = std::max(largest, double(blocks[j].size()));
  }
  for (std::size_t i = 0; i < plan.tasks.size(); ++i)
    if (lines[i] > most_over_share * double(plan.call.lines()) * plan.tasks[i].threads / threads + largest)
      return false;
  return true;
}

}  // namespace

void deal_lines(TrianglePlan& plan, const std::vector<Range>& blocks, const HomeMap& homes) {
  std::vector<int> owners(blocks.size(), 0);
  if (plan.tasks.size() > 1) {
    std::size_t decided = 0;
    for (std::size_t j = 0; j < blocks.size(); ++j) {
      const int home = home_of(plan, shares_of(plan, blocks[j], homes));
      if (home >= 0) ++decided;
      owners[j] = home >= 0 ? home : by_threads(plan, blocks[j]);
    }
    if (decided > 0 && balanced(plan, blocks, owners)) {
      plan.reasons.push_back(
          fmt::format("{} of {} blocks belong to the node that has their pages", decided, blocks.size()));
    } else {
      for (std::size_t j = 0; j < blocks.size(); ++j) owners[j] = by_threads(plan, blocks[j]);
      plan.reasons.push_back(decided > 0
                                 ? "lines are shared by threads: by their pages one node would have too many"
                                 : "lines are shared by threads: their pages say nothing");
    }
  }
  std::size_t buffered = 0;
  for (std::size_t j = 0; j < blocks.size(); ++j) {
    TriangleTask& task = plan.tasks[static_cast<std::size_t>(owners[j])];
    LineBlock block{blocks[j], false};
    if (plan.tasks.size() > 1)
      block.buffered =
          shares_of(plan, blocks[j], homes)[static_cast<std::size_t>(task.memory_node)] < at_home;
    buffered += block.buffered;
    task.blocks.push_back(block);
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
