// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/plans/planned.hpp"
#include "panels/panel_traffic.hpp"

namespace numapack {

/// What the pages of LU and QR have in common.
nlohmann::json panel_plan_to_json(const PanelPlan& plan, const PanelTraffic& traffic, const Machine& machine);
std::string page_of_panel_plan(const std::string& explained, const PanelTraffic& traffic);

/// The page of a plan.
template <class PanelPlanOf>
PlanPage panel_page(const PlanSetting& setting, const PanelPlanOf& plan) {
  const Machine& machine = setting.machine;
  const PanelTraffic traffic =
      traffic_of(plan, homes_of_matrix(setting), static_cast<int>(lay_out_teams(machine).size()));
  return {page_of_panel_plan(explain(plan, machine), traffic), panel_plan_to_json(plan, traffic, machine)};
}

}  // namespace numapack
