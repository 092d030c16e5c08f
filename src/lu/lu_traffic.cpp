// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include "lu/lu_schedule.hpp"

namespace numapack {

PanelTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes) {
  const std::vector<int> teams = nodes_of_teams(plan);
  const Storage callers{&homes, {}}, at_owners{};
  const Storage& a = plan.redeployed ? at_owners : callers;
  std::vector<Storage> matrices{a, a, callers, at_owners};
  for (const PanelTask& task : plan.tasks) matrices.push_back(Storage::on(task.memory_node));
  const double crossing =
      crossing_bytes(make_lu_schedule(plan, teams.size()), matrices, teams, bytes_of(plan.shape.type));
  return {crossing, least_crossing_bytes(plan, homes), blind_bytes(plan, nodes)};
}

}  // namespace numapack
