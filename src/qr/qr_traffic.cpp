// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_traffic.hpp"

#include "qr/qr_schedule.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

PanelTraffic traffic_of(const QrPlan& plan, const HomeMap& homes, int nodes) {
  const std::vector<int> of_team = by_team(plan.tasks, &PanelTask::memory_node, teams_of(plan.tasks));
  const Storage callers{&homes, {}}, at_owners{};
  std::vector<Storage> matrices{plan.redeployed ? at_owners : callers, callers};
  for (const PanelTask& task : plan.tasks) {
    matrices.push_back(Storage::on(task.memory_node));
    matrices.push_back(Storage::on(task.memory_node));
  }
  const double crossing = traffic_of(make_qr_schedule(plan, of_team.size()), matrices, of_team,
                                     bytes_of(plan.shape.type), homes.share.front().size())
                              .crossing();
  // A panel is V and T.
  return {crossing, least_crossing_bytes(plan, homes, plan.nb), blind_bytes(plan, nodes)};
}

}  // namespace numapack
