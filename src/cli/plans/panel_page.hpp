// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/plans/plan_page.hpp"
#include "panels/panel_traffic.hpp"

namespace numapack {

/// What the pages of LU and QR have in common.
nlohmann::json panel_plan_to_json(const PanelPlan& plan, const PanelTraffic& traffic, const Machine& machine);
std::string page_of_panel_plan(const std::string& explained, const PanelTraffic& traffic);

/// The page of a plan that make(shape, homes, layout) makes; add(plan, json) says what it has of its own.
template <class Make, class Add>
PlanPage panel_page(const PlanSetting& setting, const Make& make, const Add& add) {
  const Job& job = setting.job;
  const Machine& machine = setting.machine;
  const HomeMap stored = homes_of_job(job, machine).c, homes = job.row_major ? transposed(stored) : stored;
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const auto plan = make(PanelShape{job.call.type, homes.rows, homes.columns, job.row_major}, homes, layout);
  const PanelTraffic traffic = traffic_of(plan, homes, static_cast<int>(layout.size()));
  nlohmann::json json = panel_plan_to_json(plan, traffic, machine);
  add(plan, json);
  return {page_of_panel_plan(explain(plan, machine), traffic), std::move(json)};
}

}  // namespace numapack
