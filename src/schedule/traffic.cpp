// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/traffic.hpp"

#include <numeric>

namespace numapack {

namespace {

/// Elements of a region that whoever works on `node` finds elsewhere.
double elements_elsewhere(const Region& region, const Storage& storage, int node) {
  if (region.is_empty()) return 0;
  const double touched = double(region.share) * double(region.rows.size()) * double(region.columns.size());
  if (storage.homes != nullptr)
    return touched * share_elsewhere(*storage.homes, region.rows, region.columns, node);
  return !storage.node_of || storage.node_of(region) == node ? 0 : touched;
}

}  // namespace

double share_elsewhere(const HomeMap& homes, Range rows, Range columns, int node) {
  const std::vector<double> at = homes.elements_by_node(rows, columns);
  const double all = std::accumulate(at.begin(), at.end(), 0.0);
  return all <= 0 ? 0 : 1 - at[static_cast<std::size_t>(node)] / all;
}

double crossing_bytes(const Schedule& schedule, std::span<const Storage> matrices, std::span<const int> nodes,
                      std::size_t element_bytes) {
  double elements = 0;
  for (const Step& step : schedule.steps) {
    const int node = nodes[static_cast<std::size_t>(step.team)];
    const auto elsewhere = [&](const Region& region) {
      return region.is_empty()
                 ? 0
                 : elements_elsewhere(region, matrices[static_cast<std::size_t>(region.matrix)], node);
    };
    for (const Region& region : schedule.writes_of(step))
      elements += (step.overwrites ? 1 : 2) * elsewhere(region);
    for (const Region& region : schedule.reads_of(step)) elements += elsewhere(region);
  }
  return elements * static_cast<double>(element_bytes);
}

}  // namespace numapack
