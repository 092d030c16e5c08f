// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "base/readable.hpp"
#include "cli/plans/plan_page.hpp"
#include "lu/lu_traffic.hpp"

namespace numapack {

namespace {

nlohmann::json lu_to_json(const LuPlan& plan, const LuTraffic& traffic, const Machine& machine) {
  nlohmann::json tasks = nlohmann::json::array(), owners = nlohmann::json::array();
  for (const LuTask& task : plan.tasks)
    tasks.push_back({{"node", number_of(machine, task.node)},
                     {"threads", task.threads},
                     {"threads_of_a_panel", task.gang},
                     {"blocks", task.blocks},
                     {"workspace_bytes", task.workspace_bytes}});
  for (std::size_t block = 0; block < plan.blocks.size(); ++block)
    owners.push_back(
        {{"columns", {plan.blocks[block].begin, plan.blocks[block].end}},
         {"node", number_of(machine, plan.tasks[static_cast<std::size_t>(plan.owner[block])].node)}});
  return {{"kernel", plan.kernel.name},
          {"nb", plan.nb},
          {"panels", plan.panels},
          {"tasks", std::move(tasks)},
          {"owners", std::move(owners)},
          {"owners_follow_pages", plan.by_homes},
          {"copied_to_owners", plan.redeployed},
          {"rows_of_a_strip", plan.strip > 0 ? plan.strip : plan.shape.m},
          {"crossing_bytes", traffic.crossing_bytes},
          {"least_crossing_bytes", traffic.least_bytes},
          {"blind_bytes", traffic.blind_bytes},
          {"reasons", plan.reasons}};
}

}  // namespace

PlanPage lu_page(const PlanSetting& setting) {
  const Job& job = setting.job;
  const Machine& machine = setting.machine;
  const HomeMap homes = homes_of_job(job, machine).c;
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const LuPlan plan = make_lu_plan({job.call.type, job.call.m, job.call.n}, homes, machine,
                                   setting.chosen.figures, layout, job.options);
  const LuTraffic traffic = traffic_of(plan, homes, static_cast<int>(layout.size()));
  return {fmt::format("Plan\n{}\nBytes of A between nodes, all steps\n  all that crosses  {}\n"
                      "  the least for these owners, if each kept what it has read  {}\n"
                      "  the same steps by a BLAS that knows no nodes  {}\n",
                      explain(plan, machine), readable_bytes(traffic.crossing_bytes),
                      beside_least(traffic.crossing_bytes, traffic.least_bytes),
                      readable_bytes(traffic.blind_bytes)),
          lu_to_json(plan, traffic, machine)};
}

}  // namespace numapack
