// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_traffic.hpp"

#include "qr/qr_schedule.hpp"
#include "schedule/plan_traffic.hpp"

namespace numapack {

PanelTraffic traffic_of(const QrPlan& plan, const HomeMap& homes, int nodes) {
  const Storage callers{&homes, {}}, at_owners{};
  const auto make = [&](std::size_t teams) { return make_qr_schedule(plan, teams); };
  const double crossing = plan_traffic(plan.tasks, make, {plan.redeployed ? at_owners : callers, callers}, 2,
                                       bytes_of(plan.shape.type), homes.share.front().size())
                              .crossing();
  // A panel is V and T.
  return {crossing, least_crossing_bytes(plan, homes, plan.nb), blind_bytes(plan, nodes)};
}

}  // namespace numapack
