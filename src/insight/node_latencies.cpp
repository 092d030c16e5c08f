// SPDX-License-Identifier: BSD-3-Clause
#include "insight/node_latencies.hpp"

#include <algorithm>
#include <vector>

#include "base/statistics.hpp"

namespace numapack {

std::map<std::pair<int, int>, double> node_latencies(const MeasuredProfile& profile) {
  std::map<std::pair<int, int>, std::vector<double>> samples;
  std::map<std::pair<int, int>, std::uint64_t> largest;
  for (const bool collect : {false, true}) {
    for (const MemoryLatency& cell : profile.memory_latency) {
      if (!cell.latency_ns.valid() || cell.load_gb_per_s > 0) continue;
      std::uint64_t& bytes = largest[{cell.pu, cell.node}];
      bytes = std::max(bytes, cell.bytes);
      if (collect && cell.bytes == bytes)
        samples[{profile.machine.node_of_pu(cell.pu), cell.node}].push_back(cell.latency_ns.value());
    }
  }
  std::map<std::pair<int, int>, double> latencies;
  for (const auto& [pair, values] : samples) latencies[pair] = median(values);
  return latencies;
}

}  // namespace numapack
