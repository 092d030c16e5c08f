// SPDX-License-Identifier: BSD-3-Clause
#include "insight/node_latencies.hpp"

#include "base/statistics.hpp"
#include "profile/by_nodes.hpp"

namespace numapack {

std::map<std::pair<int, int>, double> node_latencies(const MeasuredProfile& profile) {
  std::map<std::pair<int, int>, double> latencies;
  for (const auto& [nodes, values] : latencies_by_nodes(profile)) latencies[nodes] = median(values);
  return latencies;
}

}  // namespace numapack
