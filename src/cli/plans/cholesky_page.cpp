// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "base/readable.hpp"
#include "cli/plans/planned.hpp"
#include "lapack/cholesky_traffic.hpp"

namespace numapack {

namespace {

nlohmann::json cholesky_to_json(const CholeskyPlan& plan, const CholeskyTraffic& traffic,
                                const Machine& machine) {
  nlohmann::json tasks = nlohmann::json::array(), owners = nlohmann::json::array();
  for (const PanelTask& task : plan.tasks)
    tasks.push_back({{"node", machine.os_index_of(task.node)},
                     {"threads", task.threads},
                     {"tiles", task.blocks},
                     {"workspace_bytes", task.workspace_bytes}});
  // Row by row of tiles, as far as the diagonal.
  for (Index i = 0; i < plan.tiles(); ++i) {
    nlohmann::json row = nlohmann::json::array();
    for (Index j = 0; j <= i; ++j)
      row.push_back(machine.os_index_of(plan.tasks[static_cast<std::size_t>(plan.owner_of(i, j))].node));
    owners.push_back(std::move(row));
  }
  return {{"kernel", plan.kernel.name},
          {"nb", plan.nb},
          {"rows_of_a_strip", plan.strip},
          {"grid", {plan.grid.rows, plan.grid.columns}},
          {"tasks", std::move(tasks)},
          {"owners", std::move(owners)},
          {"owners_follow_pages", plan.by_homes},
          {"copied_to_owners", plan.redeployed},
          {"crossing_bytes", traffic.crossing_bytes},
          {"least_crossing_bytes_of_owners", traffic.least_bytes},
          {"least_crossing_bytes", traffic.bound_bytes},
          {"reasons", plan.reasons}};
}

}  // namespace

PlanPage cholesky_page(const PlanSetting& setting) {
  const Machine& machine = setting.machine;
  const CholeskyPlan plan = planned_cholesky(setting);
  const CholeskyTraffic traffic =
      traffic_of(plan, homes_of_matrix(setting), static_cast<int>(lay_out_teams(machine).size()));
  return {fmt::format("Plan\n  routine potrf, {} triangle\n{}\nBytes of A between nodes, all steps\n"
                      "  all that crosses  {}\n"
                      "  the least for these owners, if each kept all that it read  {}\n"
                      "  the least of any owners and order, shared by threads  {}\n",
                      name(plan.call.stored), explain(plan, machine), readable_bytes(traffic.crossing_bytes),
                      beside_least(traffic.crossing_bytes, traffic.least_bytes),
                      beside_least(traffic.crossing_bytes, traffic.bound_bytes)),
          cholesky_to_json(plan, traffic, machine)};
}

PlanPage solve_after_cholesky_page(const PlanSetting& setting) {
  PlanPage page = cholesky_page(setting);
  const PlanPage solves = solve_page(setting);
  page.text += "\n" + solves.text;
  page.plan.update(solves.plan);
  return page;
}

}  // namespace numapack
