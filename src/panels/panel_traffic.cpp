// SPDX-License-Identifier: BSD-3-Clause
#include "panels/panel_traffic.hpp"

#include <algorithm>
#include <set>

namespace numapack {

double least_crossing_bytes(const PanelPlan& plan, const HomeMap& homes, Index more_rows) {
  double elements = 0;
  for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j)
    elements += 2 * share_elsewhere(homes, {0, plan.shape.m}, plan.block(j), plan.task_of(j).memory_node) *
                double(plan.shape.m) * double(plan.block(j).size());
  std::set<int> behind;
  for (Index j = static_cast<Index>(plan.blocks.size()); j-- > 0;) {
    const int owner = plan.owner[static_cast<std::size_t>(j)];
    if (j < plan.panels) {
      const auto others = behind.size() - behind.count(owner);
      elements += double(others) * double(plan.shape.m - plan.block(j).begin + more_rows) *
                  double(plan.block(j).size());
    }
    behind.insert(owner);
  }
  return elements * double(bytes_of(plan.shape.type));
}

double blind_bytes(const PanelPlan& plan, int nodes) {
  const double elsewhere = double(nodes - 1) / double(nodes);
  double elements = 0;
  for (Index panel = 0; panel < plan.panels; ++panel) {
    const Range columns = plan.block(panel);
    const double rows = double(plan.shape.m - columns.begin);
    elements += rows * (double(nodes - 1) * double(columns.size()) +
                        2 * elsewhere * double(plan.shape.n - columns.begin));
  }
  return elements * double(bytes_of(plan.shape.type));
}

}  // namespace numapack
