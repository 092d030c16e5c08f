// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include <set>

#include "lu/lu_schedule.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

namespace {

double blind_bytes(const LuPlan& plan, int nodes) {
  const double elsewhere = double(nodes - 1) / double(nodes);
  double elements = 0;
  for (Index panel = 0; panel < plan.panels; ++panel) {
    const Range columns = plan.blocks[static_cast<std::size_t>(panel)];
    const double rows = double(plan.shape.m - columns.begin);
    elements += rows * (double(nodes - 1) * double(columns.size()) +
                        2 * elsewhere * double(plan.shape.n - columns.begin));
  }
  return elements * double(bytes_of(plan.shape.type));
}

double walked_bytes(const LuPlan& plan, const HomeMap& homes) {
  int teams = 0;
  for (const LuTask& task : plan.tasks) teams = std::max(teams, task.team + 1);
  std::vector<int> nodes(static_cast<std::size_t>(teams), 0);
  const Storage callers{&homes, {}}, at_owners{};
  const Storage& a = plan.redeployed ? at_owners : callers;
  std::vector<Storage> matrices{a, a, callers, at_owners};
  for (const LuTask& task : plan.tasks) {
    nodes[static_cast<std::size_t>(task.team)] = task.memory_node;
    matrices.push_back(Storage::on(task.memory_node));
  }
  return crossing_bytes(make_lu_schedule(plan, nodes.size()), matrices, nodes, bytes_of(plan.shape.type));
}

}  // namespace

double least_crossing_bytes(const LuPlan& plan, const HomeMap& homes) {
  double elements = 0;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j) {
    const int node = plan.tasks[static_cast<std::size_t>(plan.owner[j])].memory_node;
    elements += 2 * share_elsewhere(homes, {0, plan.shape.m}, plan.blocks[j], node) * double(plan.shape.m) *
                double(plan.blocks[j].size());
  }
  std::set<int> behind;
  for (std::size_t j = plan.blocks.size(); j-- > 0;) {
    if (static_cast<Index>(j) < plan.panels) {
      const Range columns = plan.blocks[j];
      const auto others = behind.size() - behind.count(plan.owner[j]);
      elements += double(others) * double(plan.shape.m - columns.begin) * double(columns.size());
    }
    behind.insert(plan.owner[j]);
  }
  return elements * double(bytes_of(plan.shape.type));
}

LuTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes) {
  return {walked_bytes(plan, homes), least_crossing_bytes(plan, homes), blind_bytes(plan, nodes)};
}

}  // namespace numapack
