// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "base/readable.hpp"
#include "cli/plans/planned.hpp"
#include "lu/lu_traffic.hpp"
#include "qr/qr_traffic.hpp"

namespace numapack {

namespace {

nlohmann::json panel_plan_to_json(const PanelPlan& plan, const PanelTraffic& traffic,
                                  const Machine& machine) {
  nlohmann::json tasks = nlohmann::json::array(), owners = nlohmann::json::array();
  for (const PanelTask& task : plan.tasks)
    tasks.push_back({{"node", machine.os_index_of(task.node)},
                     {"threads", task.threads},
                     {"threads_of_a_panel", task.gang},
                     {"blocks", task.blocks},
                     {"workspace_bytes", task.workspace_bytes}});
  for (std::size_t block = 0; block < plan.blocks.size(); ++block)
    owners.push_back(
        {{"columns", {plan.blocks[block].begin, plan.blocks[block].end}},
         {"node", machine.os_index_of(plan.tasks[static_cast<std::size_t>(plan.owner[block])].node)}});
  return {{"kernel", plan.kernel.name},
          {"nb", plan.nb},
          {"panels", plan.panels},
          {"tasks", std::move(tasks)},
          {"owners", std::move(owners)},
          {"owners_follow_pages", plan.by_homes},
          {"copied_to_owners", plan.redeployed},
          {"crossing_bytes", traffic.crossing_bytes},
          {"least_crossing_bytes", traffic.least_bytes},
          {"blind_bytes", traffic.oblivious_bytes},
          {"reasons", plan.reasons}};
}

template <class Plan>
PlanPage panel_page(const PlanSetting& setting, const Plan& plan) {
  const Machine& machine = setting.machine;
  const PanelTraffic traffic =
      traffic_of(plan, homes_of_matrix(setting), static_cast<int>(lay_out_teams(machine).size()));
  return {fmt::format("Plan\n{}\nBytes of A between nodes, all steps\n  all that crosses  {}\n"
                      "  the least for these owners, if each kept all that it read  {}\n"
                      "  the same steps by a BLAS that knows no nodes  {}\n",
                      explain(plan, machine), readable_bytes(traffic.crossing_bytes),
                      beside_least(traffic.crossing_bytes, traffic.least_bytes),
                      readable_bytes(traffic.oblivious_bytes)),
          panel_plan_to_json(plan, traffic, machine)};
}

}  // namespace

PlanPage lu_page(const PlanSetting& setting) {
  const LuPlan plan = planned_lu(setting);
  PlanPage page = panel_page(setting, plan);
  page.plan["rows_of_a_strip"] = plan.strip > 0 ? plan.strip : plan.shape.m;
  return page;
}

PlanPage qr_page(const PlanSetting& setting) {
  const QrPlan plan = planned_qr(setting);
  PlanPage page = panel_page(setting, plan);
  page.plan["columns_of_a_piece"] = plan.piece;
  return page;
}

}  // namespace numapack
