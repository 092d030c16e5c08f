// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include "lu/lu_schedule.hpp"
#include "schedule/plan_traffic.hpp"

namespace numapack {

PanelTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes) {
  const Storage callers{&homes, {}}, at_owners{};
  const Storage& a = plan.redeployed ? at_owners : callers;
  const auto make = [&](std::size_t teams) { return make_lu_schedule(plan, teams); };
  const double crossing = plan_traffic(plan.tasks, make, {a, a, callers, at_owners}, 1,
                                       bytes_of(plan.shape.type), homes.share.front().size())
                              .crossing();
  return {crossing, least_crossing_bytes(plan, homes), blind_bytes(plan, nodes)};
}

}  // namespace numapack
