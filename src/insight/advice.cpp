// SPDX-License-Identifier: BSD-3-Clause
#include "insight/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "insight/core_table.hpp"
#include "insight/infer.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

void pin_groups(const MeasuredProfile& profile, const CoreTable& table, Advice& advice) {
  const Inferences& found = advice.inferences;
  // The farthest common cache that still is near: with most cores and most room.
  for (int level = found.last_level_cache; level >= 2 && advice.groups.empty(); --level) {
    std::vector<double> costs;
    for (const SharedCache& cache : found.shared_caches) {
      if (cache.level != level) continue;
      advice.groups.push_back({cache.pus});
      costs.push_back(cache.latency_ns);
    }
    if (advice.groups.empty()) continue;
    advice.groups_share = fmt::format("L{}", level);
    advice.inside_ns = median(costs);
    const ProfiledCache* const said = firmware_cache(profile.machine, level, advice.groups[0].pus[0]);
    if (found.affinity && found.affinity->fast_bytes > 0) {
      advice.fast_bytes = found.affinity->fast_bytes;
      advice.fast_because = "measured: beyond it the near part of the cache is full";
    } else if (said != nullptr && said->bytes > 0 && !found.affinity) {
      advice.fast_bytes = said->bytes;
      advice.fast_because = "the size of the cache, as firmware says";
    }
  }
  if (advice.groups.empty() && !found.distances.empty() && !found.one_reader) {
    const DistanceClass& nearest = found.distances.front();
    if (found.distances.size() > 1) {
      for (const std::vector<int>& group : nearest.groups) advice.groups.push_back({group});
      advice.groups_share = "nearness";
      advice.inside_ns = (nearest.from_ns + nearest.up_to_ns) / 2;
    }
  }
  const auto inside = [&](int one, int other) {
    return std::any_of(advice.groups.begin(), advice.groups.end(), [&](const PinGroup& group) {
      const auto holds = [&](int pu) {
        return std::find(group.pus.begin(), group.pus.end(), pu) != group.pus.end();
      };
      return holds(one) && holds(other);
    });
  };
  for (const auto& [reader, owner] : table.pairs()) {
    if (advice.groups.empty() || inside(reader, owner)) continue;
    const double value = *table.latency(reader, owner);
    if (advice.outside_ns == 0 || value < advice.outside_ns) advice.outside_ns = value;
  }
}

void node_orders(const MeasuredProfile& profile, Advice& advice) {
  std::map<std::pair<int, int>, std::uint64_t> largest;
  std::map<std::pair<int, int>, std::vector<double>> latency;
  for (const bool collect : {false, true}) {
    for (const MemoryLatency& cell : profile.memory_latency) {
      if (!cell.latency_ns.valid() || cell.load_gb_per_s > 0 || cell.node < 0) continue;
      std::uint64_t& bytes = largest[{cell.pu, cell.node}];
      bytes = std::max(bytes, cell.bytes);
      if (collect && cell.bytes == bytes) {
        latency[{profile.machine.node_of_pu(cell.pu), cell.node}].push_back(cell.latency_ns.value());
      }
    }
  }
  std::map<std::pair<int, int>, std::pair<double, double>> bandwidth;  // threads, GB/s
  const auto note = [&](int from, int home, double threads, double rate) {
    auto& best = bandwidth[{from, home}];
    if (std::pair(threads, rate) > best) best = {threads, rate};
  };
  for (const NodeBandwidth& cell : profile.node_bandwidth) {
    if (cell.gb_per_s.valid() && cell.kernel == "read") {
      note(cell.cpu_node, cell.memory_node, cell.threads, cell.gb_per_s.value());
    }
  }
  for (const NodeBandwidth& cell : profile.node_bandwidth) {
    if (cell.gb_per_s.valid() && cell.kernel == "triad" && !cell.streaming_stores &&
        !bandwidth.contains({cell.cpu_node, cell.memory_node})) {
      note(cell.cpu_node, cell.memory_node, cell.threads, cell.gb_per_s.value());
    }
  }
  for (const CoreToCore& cell : profile.core_to_core) {
    const int home = cell.home >= 0 ? cell.home : profile.machine.node_of_pu(cell.owner);
    if (cell.level == 0 && cell.gb_per_s.valid()) {
      note(profile.machine.node_of_pu(cell.reader), home, 1, cell.gb_per_s.value());
    }
  }
  for (const ProfiledNode& node : profile.machine.nodes) {
    NodeOrder order{node.os_index, {}};
    for (const auto& [pair, values] : latency) {
      if (pair.first != node.os_index) continue;
      NodeChoice choice{pair.second, median(values), 0, 0};
      if (const auto rate = bandwidth.find(pair); rate != bandwidth.end()) {
        choice.threads = rate->second.first;
        choice.gb_per_s = rate->second.second;
      }
      order.choices.push_back(choice);
    }
    std::sort(order.choices.begin(), order.choices.end(), [](const NodeChoice& one, const NodeChoice& other) {
      return one.latency_ns < other.latency_ns;
    });
    if (!order.choices.empty()) advice.nodes.push_back(std::move(order));
  }
}

/// Latencies of pairs, and the likeliest figure for those that were not measured: of the opposite direction,
/// else the median of the same pair of nodes, else of all pairs as far apart.
class LikelyLatency {
 public:
  LikelyLatency(const MeasuredProfile& profile, const CoreTable& table) : profile_(profile), table_(table) {
    for (const auto& [reader, owner] : table.pairs()) {
      const double value = *table.latency(reader, owner);
      by_nodes_[nodes(reader, owner)].push_back(value);
      by_reach_[reach(reader, owner)].push_back(value);
    }
  }

  double operator()(int from, int to) const {
    if (const auto there = table_.latency(to, from)) return *there;
    if (const auto back = table_.latency(from, to)) return *back;
    for (const auto& key : {nodes(to, from), nodes(from, to)}) {
      const auto found = by_nodes_.find(key);
      if (found != by_nodes_.end()) return median(found->second);
    }
    for (int distance = reach(from, to); distance >= 0; --distance) {
      const auto found = by_reach_.find(distance);
      if (found != by_reach_.end()) return median(found->second);
    }
    return median(by_reach_.begin()->second);
  }

  bool any() const { return !by_reach_.empty(); }

 private:
  std::pair<int, int> nodes(int one, int other) const {
    return {profile_.machine.node_of_pu(one), profile_.machine.node_of_pu(other)};
  }
  int reach(int one, int other) const {
    const auto [left, right] = nodes(one, other);
    if (left == right) return 0;
    const ProfiledNode *from = profile_.machine.node(left), *to = profile_.machine.node(right);
    return from != nullptr && to != nullptr && from->package == to->package ? 1 : 2;
  }

  const MeasuredProfile& profile_;
  const CoreTable& table_;
  std::map<std::pair<int, int>, std::vector<double>> by_nodes_;
  std::map<int, std::vector<double>> by_reach_;
};

void patterns(const MeasuredProfile& profile, const CoreTable& table, std::vector<int> pus, Advice& advice) {
  const LikelyLatency latency(profile, table);
  if (!latency.any()) return;
  if (pus.empty()) {
    for (const auto& core : profile.machine.cores) {
      if (!core.empty()) pus.push_back(core.front());
    }
    if (pus.empty()) pus = table.pus();
  }
  std::vector<int> nodes;
  for (const int pu : pus) nodes.push_back(profile.machine.node_of_pu(pu));
  advice.threads = int(pus.size());
  for (const int from : pus) {
    for (const int to : pus) {
      if (from >= to) continue;
      ++advice.pairs;
      advice.pairs_measured += table.latency(from, to) || table.latency(to, from);
    }
  }
  for (PatternCost& cost : pattern_costs(pus, nodes, std::ref(latency))) {
    PatternAdvice one;
    double crossing = 0;
    for (const PatternStep& step : cost.path) {
      if (step.ns > one.bottleneck.ns) one.bottleneck = step;
      if (profile.machine.node_of_pu(step.from) != profile.machine.node_of_pu(step.to)) crossing += step.ns;
    }
    one.crossing = cost.ns > 0 ? crossing / cost.ns : 0;
    one.cost = std::move(cost);
    advice.patterns.push_back(std::move(one));
  }
}

}  // namespace

Advice advise(const MeasuredProfile& profile, const std::vector<int>& pus) {
  for (const int pu : pus) {
    if (profile.machine.node_of_pu(pu) < 0) {
      invalid("threads", fmt::format("the machine of the profile has no hardware thread {}", pu),
              "choose among those of numapack topo");
    }
  }
  Advice advice;
  advice.inferences = infer(profile);
  const CoreTable table(profile);
  pin_groups(profile, table, advice);
  node_orders(profile, advice);
  advice.interleave = interleave_advice(profile);
  patterns(profile, table, pus, advice);
  return advice;
}

}  // namespace numapack
