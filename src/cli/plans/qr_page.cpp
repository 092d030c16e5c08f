// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/panel_page.hpp"
#include "cli/plans/plan_page.hpp"
#include "qr/qr_traffic.hpp"

namespace numapack {

PlanPage qr_page(const PlanSetting& setting) {
  const Job& job = setting.job;
  const Machine& machine = setting.machine;
  const HomeMap homes = homes_of_job(job, machine).c;
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const QrPlan plan = make_qr_plan({job.call.type, job.call.m, job.call.n}, homes, machine,
                                   setting.chosen.figures, layout, job.options);
  const PanelTraffic traffic = traffic_of(plan, homes, static_cast<int>(layout.size()));
  nlohmann::json json = panel_plan_to_json(plan, traffic, machine);
  json["columns_of_a_piece"] = plan.piece;
  return {page_of_panel_plan(explain(plan, machine), traffic), std::move(json)};
}

}  // namespace numapack
