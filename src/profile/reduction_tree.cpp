// SPDX-License-Identifier: BSD-3-Clause
#include "profile/reduction_tree.hpp"

#include <algorithm>
#include <cstddef>

namespace numapack {

ReductionTree reduction_by_number(int threads) {
  ReductionTree tree;
  for (int distance = 1; distance < threads; distance *= 2)
    for (int into = 0; into + distance < threads; into += 2 * distance)
      tree.push_back({into + distance, into});
  return tree;
}

namespace {

ReductionTree nearest_first(int threads, const std::function<double(int, int)>& apart) {
  struct Pair {
    double ns;
    ReductionStep step;
  };
  std::vector<int> sums;
  for (int thread = 0; thread < threads; ++thread) sums.push_back(thread);
  ReductionTree tree;
  while (sums.size() > 1) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < sums.size(); ++i)
      for (std::size_t j = i + 1; j < sums.size(); ++j)
        pairs.push_back({apart(sums[i], sums[j]), {sums[j], sums[i]}});
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& one, const Pair& other) { return one.ns < other.ns; });
    std::vector<bool> taken(std::size_t(threads), false);
    for (const Pair& pair : pairs) {
      const auto from = std::size_t(pair.step.from), into = std::size_t(pair.step.into);
      if (taken[from] || taken[into]) continue;
      taken[from] = taken[into] = true;
      tree.push_back(pair.step);
      std::erase(sums, pair.step.from);
    }
  }
  return tree;
}

/// When thread 0 has the sum.
double time_of(const ReductionTree& tree, int threads, const std::function<double(int, int)>& latency) {
  std::vector<double> time(std::size_t(std::max(threads, 1)), 0);
  for (const ReductionStep& step : tree) {
    double& into = time[std::size_t(step.into)];
    into = std::max(into, time[std::size_t(step.from)]) + latency(step.from, step.into);
  }
  return time[0];
}

}  // namespace

ReductionTree reduction_by_distance(int threads, const std::function<double(int, int)>& latency) {
  ReductionTree near =
      nearest_first(threads, [&](int one, int other) { return latency(one, other) + latency(other, one); });
  ReductionTree number = reduction_by_number(threads);
  return time_of(number, threads, latency) < time_of(near, threads, latency) ? number : near;
}

bool same_tree(ReductionTree one, ReductionTree other) {
  for (ReductionTree* const tree : {&one, &other})
    std::stable_sort(tree->begin(), tree->end(),
                     [](const ReductionStep& a, const ReductionStep& b) { return a.into < b.into; });
  return one == other;
}

double predict_reduction(const ReductionTree& tree, const Latencies& latencies) {
  const double sum = time_of(tree, int(latencies.size()), [&](int from, int into) {
    return latencies[std::size_t(from)][std::size_t(into)];
  });
  double farthest = 0;
  for (std::size_t to = 1; to < latencies.size(); ++to) farthest = std::max(farthest, latencies[0][to]);
  return sum + farthest;
}

}  // namespace numapack
