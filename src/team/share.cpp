// SPDX-License-Identifier: BSD-3-Clause
#include "team/share.hpp"

#include <algorithm>
#include <numeric>

namespace numapack {

namespace {

/// A team with less than this of the data, in parts of what each would have if all had the same, is not near.
constexpr double least_near = 0.5;

int threads_of(const TeamLayout& team) { return static_cast<int>(team.cores.size()); }

}  // namespace

int threads_of(const std::vector<TeamLayout>& layout) {
  return std::accumulate(layout.begin(), layout.end(), 0,
                         [](int sum, const TeamLayout& team) { return sum + threads_of(team); });
}

std::vector<TeamLayout> share_of_teams(const std::vector<TeamLayout>& layout, const TeamThreads& idle,
                                       const ConcurrentCalls& concurrent_calls,
                                       const std::vector<double>& weights) {
  const int all = threads_of(layout);
  const int share = (all - concurrent_calls.single) / std::max(1, concurrent_calls.sharing);
  if (share < 2) return {};

  double each = 0;
  int teams = 0;
  for (std::size_t t = 0; t < layout.size(); ++t) {
    if (layout[t].cores.empty()) continue;
    each += weights[t];
    ++teams;
  }
  each /= std::max(1, teams);
  std::vector<std::size_t> order(layout.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t left, std::size_t right) {
    return weights[left] != weights[right] ? weights[left] > weights[right]
                                           : idle.threads[left] > idle.threads[right];
  });

  std::vector<TeamLayout> part = layout;
  for (TeamLayout& team : part) team.cores.clear();
  int taken = 0;
  bool others_are_near = false;
  for (const std::size_t t : order) {
    const bool near = weights[t] >= least_near * each;
    if (taken == share || (!near && !others_are_near && 2 * taken >= share && taken > 1)) break;
    const int free = std::min(idle.threads[t], threads_of(layout[t]));
    const int count = std::min(free, share - taken);
    others_are_near = others_are_near || (near && free < threads_of(layout[t]));
    part[t].cores.assign(layout[t].cores.begin(), layout[t].cores.begin() + count);
    taken += count;
  }
  if (taken < 2) return {};
  return part;
}

std::vector<TeamLayout> even_share_of_teams(const std::vector<TeamLayout>& layout, const TeamThreads& idle,
                                            const ConcurrentCalls& concurrent_calls) {
  std::vector<TeamLayout> part = layout;
  for (std::size_t t = 0; t < layout.size(); ++t) {
    if (layout[t].cores.empty()) continue;
    const int share = std::max(1, threads_of(layout[t]) / std::max(1, concurrent_calls.sharing));
    const int count = std::min(share, idle.threads[t]);
    if (count == 0) return {};
    part[t].cores.resize(static_cast<std::size_t>(count));
  }
  return part;
}

std::vector<TeamLayout> even_part(const std::vector<TeamLayout>& layout, int threads) {
  const int all = threads_of(layout);
  if (threads <= 0 || threads >= all) return layout;
  const auto teams =
      std::ranges::count_if(layout, [](const TeamLayout& team) { return !team.cores.empty(); });
  if (threads < 2 || threads < teams) return {};
  std::vector<TeamLayout> part = layout;
  for (TeamLayout& team : part) team.cores.resize(std::min<std::size_t>(1, team.cores.size()));
  // One by one to the team that has the least part of its threads.
  for (auto left = threads - teams; left > 0; --left) {
    std::size_t next = part.size();
    for (std::size_t t = 0; t < part.size(); ++t) {
      if (layout[t].cores.empty()) continue;
      if (next == part.size() ||
          threads_of(part[t]) * threads_of(layout[next]) < threads_of(part[next]) * threads_of(layout[t]))
        next = t;
    }
    part[next].cores.push_back(layout[next].cores[part[next].cores.size()]);
  }
  return part;
}

}  // namespace numapack
