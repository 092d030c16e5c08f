// SPDX-License-Identifier: BSD-3-Clause
#include "panels/panel_traffic.hpp"

#include <algorithm>
#include <set>

namespace numapack {

double blocks_in_and_out(const PanelPlan& plan, const HomeMap& homes, bool copied) {
  double elements = 0;
  for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j) {
    const int node = plan.task_of(j).memory_node;
    double rows = copied ? double(plan.shape.m) : 0;
    for (Index panel = 0; !copied && panel < std::min(j + 1, plan.panels); ++panel)
      rows += double(plan.shape.m - plan.block(panel).begin);
    elements += 2 * share_elsewhere(homes, {0, plan.shape.m}, plan.block(j), node) *
                double(plan.block(j).size()) * rows;
  }
  return elements;
}

double least_crossing_bytes(const PanelPlan& plan, const HomeMap& homes, Index more_rows) {
  double elements = blocks_in_and_out(plan, homes, true);
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

double oblivious_bytes(const PanelPlan& plan, int nodes) {
  double elements = 0;
  for (Index panel = 0; panel < plan.panels; ++panel) {
    const Range columns = plan.block(panel);
    const double rows = double(plan.shape.m - columns.begin);
    elements += rows * (double(nodes - 1) * double(columns.size()) +
                        2 * share_elsewhere(nodes) * double(plan.shape.n - columns.begin));
  }
  return elements * double(bytes_of(plan.shape.type));
}

}  // namespace numapack
