// SPDX-License-Identifier: BSD-3-Clause
#include "profile/barrier_models.hpp"

#include <algorithm>
#include <map>

namespace numapack {

namespace {

using Members = std::vector<std::size_t>;

/// Mean over all ordered pairs of these threads.
double mean_latency(const Members& members, const Latencies& latencies) {
  double sum = 0;
  for (const std::size_t from : members) {
    for (const std::size_t to : members) sum += from == to ? 0 : latencies[from][to];
  }
  const auto count = static_cast<double>(members.size());
  return members.size() < 2 ? 0 : sum / (count * (count - 1));
}

/// The counter goes from hand to hand.
double gather(const Members& members, const Latencies& latencies) {
  return members.empty() ? 0 : static_cast<double>(members.size() - 1) * mean_latency(members, latencies);
}

/// Who comes last releases: any of them, so the mean of what the farthest one waits.
double release(const Members& members, const Latencies& latencies) {
  double sum = 0;
  for (const std::size_t from : members) {
    double farthest = 0;
    for (const std::size_t to : members) farthest = std::max(farthest, from == to ? 0 : latencies[from][to]);
    sum += farthest;
  }
  return members.empty() ? 0 : sum / static_cast<double>(members.size());
}

Members all_of(const Latencies& latencies) {
  Members members;
  for (std::size_t thread = 0; thread < latencies.size(); ++thread) members.push_back(thread);
  return members;
}

double disseminate(const Members& members, const Latencies& latencies) {
  const std::size_t count = members.size();
  std::vector<double> time(count, 0);
  for (std::size_t distance = 1; distance < count; distance *= 2) {
    std::vector<double> next(count);
    for (std::size_t to = 0; to < count; ++to) {
      const std::size_t from = (to + count - distance % count) % count;
      next[to] = std::max(time[to], time[from] + latencies[members[from]][members[to]]);
    }
    time = next;
  }
  return count == 0 ? 0 : *std::max_element(time.begin(), time.end());
}

/// Until `thread` and all below it in the tree have arrived.
double tree_arrival(std::size_t thread, const Latencies& latencies) {
  double time = 0;
  for (std::size_t child = 4 * thread + 1; child <= 4 * thread + 4 && child < latencies.size(); ++child) {
    time = std::max(time, tree_arrival(child, latencies)) + latencies[child][thread];
  }
  return time;
}

double tree_release(std::size_t thread, double time, const Latencies& latencies) {
  double last = time;
  for (std::size_t child = 2 * thread + 1; child <= 2 * thread + 2 && child < latencies.size(); ++child) {
    last = std::max(last, tree_release(child, time + latencies[thread][child], latencies));
  }
  return last;
}

}  // namespace

double predict_central(const std::vector<int>&, const Latencies& latencies) {
  const Members all = all_of(latencies);
  return gather(all, latencies) + release(all, latencies);
}

double predict_tree(const std::vector<int>&, const Latencies& latencies) {
  return latencies.empty() ? 0 : tree_release(0, tree_arrival(0, latencies), latencies);
}

double predict_tournament(const std::vector<int>&, const Latencies& latencies) {
  const std::size_t count = latencies.size();
  std::vector<double> time(count, 0);
  for (std::size_t distance = 1; distance < count; distance *= 2) {
    for (std::size_t winner = 0; winner + distance < count; winner += 2 * distance) {
      const std::size_t loser = winner + distance;
      time[winner] = std::max(time[winner], time[loser] + latencies[loser][winner]);
    }
  }
  double farthest = 0;
  for (std::size_t to = 1; to < count; ++to) farthest = std::max(farthest, latencies[0][to]);
  return count == 0 ? 0 : time[0] + farthest;
}

double predict_dissemination(const std::vector<int>&, const Latencies& latencies) {
  return disseminate(all_of(latencies), latencies);
}

double predict_node_aware(const std::vector<int>& nodes, const Latencies& latencies) {
  std::map<int, Members> groups;
  for (std::size_t thread = 0; thread < nodes.size(); ++thread) groups[nodes[thread]].push_back(thread);
  double arrival = 0, released = 0;
  Members leaders;  // the last thread of each node: one stands for all
  for (const auto& [node, members] : groups) {
    arrival = std::max(arrival, gather(members, latencies));
    released = std::max(released, release(members, latencies));
    leaders.push_back(members.front());
  }
  return arrival + disseminate(leaders, latencies) + released;
}

}  // namespace numapack
