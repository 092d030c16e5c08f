// SPDX-License-Identifier: BSD-3-Clause
#include "profile/by_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/statistics.hpp"

namespace numapack {

FiguresByNodes latencies_by_nodes(const MeasuredProfile& profile) {
  std::map<std::pair<int, int>, std::uint64_t> largest;
  const auto counts = [](const MemoryLatency& cell) {
    return cell.load_gb_per_s == 0 && cell.pu >= 0 && cell.node >= 0 &&
           // One channel alone is nearer or farther than the memory that pages lie in.
           !cell.latency_ns.conditions.contains("offset_bytes");
  };
  for (const MemoryLatency& cell : profile.memory_latency) {
    if (!counts(cell)) continue;
    std::uint64_t& bytes = largest[{cell.pu, cell.node}];
    bytes = std::max(bytes, cell.bytes);
  }
  FiguresByNodes figures;
  for (const MemoryLatency& cell : profile.memory_latency) {
    if (!counts(cell) || !cell.latency_ns.valid() || cell.bytes < largest[{cell.pu, cell.node}]) continue;
    figures[{profile.machine.node_of_pu(cell.pu), cell.node}].push_back(cell.latency_ns.value());
  }
  return figures;
}

FiguresByNodes bandwidths_by_nodes(const MeasuredProfile& profile) {
  struct Row {
    std::pair<int, int> nodes;
    int threads;
    std::string kernel;
    bool streaming;
    double value;
  };
  std::vector<Row> rows;
  // Fewer threads than a pair was measured with say nothing, also where those have no figure.
  std::map<std::pair<int, int>, int> most;
  const auto see = [&](std::pair<int, int> nodes, int threads) {
    most[nodes] = std::max(most[nodes], threads);
  };
  for (const NodeBandwidth& cell : profile.node_bandwidth) {
    see({cell.cpu_node, cell.memory_node}, cell.threads);
    if (!cell.gb_per_s.valid()) continue;
    rows.push_back({{cell.cpu_node, cell.memory_node},
                    cell.threads,
                    cell.kernel,
                    cell.streaming_stores,
                    cell.gb_per_s.value()});
  }
  for (const StreamRow& row : profile.stream) {
    if (row.policy != "bind" || row.cpu_nodes.size() != 1 || row.memory_nodes.size() != 1) continue;
    see({row.cpu_nodes[0], row.memory_nodes[0]}, row.threads);
    if (!row.gb_per_s.valid()) continue;
    rows.push_back({{row.cpu_nodes[0], row.memory_nodes[0]},
                    row.threads,
                    row.kernel,
                    row.streaming_stores,
                    row.gb_per_s.value()});
  }
  FiguresByNodes figures;
  for (const char* kernel : {"read", "triad", "add", "copy", "scale"}) {
    for (const bool streaming : {false, true}) {
      for (const Row& row : rows) {
        if (row.kernel == kernel && row.streaming == streaming && row.threads >= most[row.nodes])
          figures[row.nodes].push_back(row.value);
      }
      if (!figures.empty()) return figures;
    }
  }
  return figures;
}

FiguresByNodes one_core_bandwidths_by_nodes(const MeasuredProfile& profile) {
  FiguresByNodes figures;
  for (const CoreToCore& cell : profile.core_to_core) {
    if (cell.level != 0 || !cell.gb_per_s.valid()) continue;
    const int home = cell.home >= 0 ? cell.home : profile.machine.node_of_pu(cell.owner);
    figures[{profile.machine.node_of_pu(cell.reader), home}].push_back(cell.gb_per_s.value());
  }
  return figures;
}

std::optional<double> node_barrier_us(const MeasuredProfile& measured) {
  std::optional<double> slowest;
  std::size_t most = 2;
  for (const BarrierResult& result : measured.barriers) {
    std::set<int> nodes;
    for (const int pu : result.pus) nodes.insert(measured.machine.node_of_pu(pu));
    if (result.algorithm != "central" || !result.time_us.valid() || nodes.size() != 1 || nodes.contains(-1) ||
        result.pus.size() < most)
      continue;
    if (result.pus.size() > most) slowest.reset();
    most = result.pus.size();
    slowest = std::max(slowest.value_or(0), result.time_us.value());
  }
  return slowest;
}

std::optional<double> wake_us(const MeasuredProfile& measured) {
  std::vector<double> at_once, asleep;
  for (const WakeTime& wake : measured.wakes)
    if (wake.time_us.valid()) (wake.asleep ? asleep : at_once).push_back(wake.time_us.value());
  if (at_once.empty() || asleep.empty()) return std::nullopt;
  return std::sqrt(median(at_once) * median(asleep));
}

std::optional<double> fresh_gb_per_s(const MeasuredProfile& measured) {
  const auto rank = [](const FreshMemoryRate& rate) {
    return std::pair(rate.threads, rate.gb_per_s.page_bytes.value_or(0));
  };
  const FreshMemoryRate* best = nullptr;
  for (const FreshMemoryRate& rate : measured.fresh_memory) {
    if (!rate.gb_per_s.valid()) continue;
    if (best == nullptr || rank(rate) > rank(*best) ||
        (rank(rate) == rank(*best) && rate.gb_per_s.value() < best->gb_per_s.value()))
      best = &rate;
  }
  return best == nullptr ? std::nullopt : std::optional(best->gb_per_s.value());
}

std::optional<double> bytes_a_written_byte(const MeasuredProfile& measured) {
  std::map<std::tuple<int, int, int>, std::map<double, double>> most;  // by place and threads: GB/s by share
  for (const LoadedPoint& point : measured.loaded_latency) {
    if (!point.gb_per_s.valid()) continue;
    double& best = most[{point.pu, point.node, point.threads}][point.write_share];
    best = std::max(best, point.gb_per_s.value());
  }
  std::vector<double> costs;
  for (const auto& [place, by_share] : most) {
    if (by_share.begin()->first != 0) continue;
    const double reads = by_share.begin()->second;
    for (const auto& [share, mixed] : by_share)
      if (const double cost = share > 0 ? (reads / mixed - (1 - share)) / share : 0; cost > 0)
        costs.push_back(cost);
  }
  if (costs.empty()) return std::nullopt;
  return median(costs);
}

}  // namespace numapack
