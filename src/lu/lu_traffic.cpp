// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include <numeric>
#include <set>

namespace numapack {

namespace {

/// Share of some columns that is at home elsewhere than on `node`.
double share_elsewhere(const HomeMap& homes, Range columns, int node) {
  const std::vector<double> at = homes.elements_by_node({0, homes.rows}, columns);
  const double all = std::accumulate(at.begin(), at.end(), 0.0);
  return all <= 0 ? 0 : 1 - at[static_cast<std::size_t>(node)] / all;
}

}  // namespace

LuTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes) {
  const auto element = double(bytes_of(plan.shape.type));
  const double blind_elsewhere = double(nodes - 1) / double(nodes);
  std::vector<double> elsewhere;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j)
    elsewhere.push_back(
        share_elsewhere(homes, plan.blocks[j], plan.tasks[static_cast<std::size_t>(plan.owner[j])].node));
  LuTraffic traffic;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j)
    traffic.least_bytes += 2 * elsewhere[j] * element * double(plan.shape.m) * double(plan.blocks[j].size());
  for (Index step = 0; step < plan.panels; ++step) {
    const auto first = static_cast<std::size_t>(step);
    const double column = element * double(plan.shape.m - plan.blocks[first].begin);
    const double panel = column * double(plan.blocks[first].size());
    std::set<int> others;
    for (std::size_t j = first; j < plan.blocks.size(); ++j) {
      const double block = column * double(plan.blocks[j].size());
      traffic.crossing_bytes += 2 * elsewhere[j] * block;
      traffic.blind_bytes += 2 * blind_elsewhere * block;
      if (plan.owner[j] != plan.owner[first]) others.insert(plan.owner[j]);
    }
    traffic.crossing_bytes += double(others.size()) * panel;
    traffic.least_bytes += double(others.size()) * panel;
    traffic.blind_bytes += double(nodes - 1) * panel;
  }
  return traffic;
}

}  // namespace numapack
