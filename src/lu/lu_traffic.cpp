// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include "lu/lu_schedule.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

PanelTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes) {
  const std::vector<int> of_team = by_team(plan.tasks, &PanelTask::memory_node, teams_of(plan.tasks));
  const Storage callers{&homes, {}}, at_owners{};
  const Storage& a = plan.redeployed ? at_owners : callers;
  std::vector<Storage> matrices{a, a, callers, at_owners};
  for (const PanelTask& task : plan.tasks) matrices.push_back(Storage::on(task.memory_node));
  const double crossing = traffic_of(make_lu_schedule(plan, of_team.size()), matrices, of_team,
                                     bytes_of(plan.shape.type), homes.share.front().size())
                              .crossing();
  return {crossing, least_crossing_bytes(plan, homes), blind_bytes(plan, nodes)};
}

}  // namespace numapack
