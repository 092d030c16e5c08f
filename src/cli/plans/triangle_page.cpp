// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/planned.hpp"

namespace numapack {

namespace {

nlohmann::json triangle_to_json(const TrianglePlan& plan, const TriangleHomes& homes,
                                const Machine& machine) {
  nlohmann::json tasks = nlohmann::json::array();
  for (const TriangleTask& task : plan.tasks) {
    nlohmann::json blocks = nlohmann::json::array();
    for (const RhsBlock& block : task.blocks)
      blocks.push_back({{"begin", block.rhs.begin}, {"end", block.rhs.end}, {"copied", block.buffered}});
    tasks.push_back({{"node", machine.os_index_of(task.node)},
                     {"threads", task.threads},
                     {"lines", std::move(blocks)},
                     {"workspace_bytes", task.workspace_bytes}});
  }
  const Traffic traffic = traffic_of(plan, homes);
  return {{"lines_are", plan.call.left() ? "columns" : "rows"},
          {"steps", plan.steps.count()},
          {"step", plan.steps.width},
          {"packed_whole", plan.resident},
          {"tasks", std::move(tasks)},
          {"read_bytes", traffic.read},
          {"written_bytes", traffic.written},
          {"crossing_bytes", traffic.crossing()},
          {"least_crossing_bytes_of_owners", least_crossing_of_owners(plan, homes)},
          {"least_crossing_bytes", least_crossing(plan, homes, machine)},
          {"reasons", plan.reasons}};
}

PlanPage page_of(const PlanSetting& setting, const TriangleCall& call) {
  const TriangleHomes homes = homes_of_triangle(setting, call);
  const TrianglePlan plan = planned_triangle(setting, call);
  return {explain(plan, homes, setting.machine), triangle_to_json(plan, homes, setting.machine)};
}

}  // namespace

PlanPage triangle_page(const PlanSetting& setting) {
  return page_of(setting, triangles_of(setting.job).front());
}

PlanPage solve_page(const PlanSetting& setting) {
  const Job& job = setting.job;
  PlanPage page{"", {{"solves", nlohmann::json::array()}}};
  for (const TriangleCall& call : triangles_of(job)) {
    const PlanPage solve = page_of(setting, call);
    page.text += (page.text.empty() ? "" : "\n") + solve.text;
    page.plan["solves"].push_back(solve.plan);
  }
  if (job.form.routine->id != BlasName::getrs) return page;
  const bool turns = transposes(job.form.trans());
  page.plan["rows_change_places"] = turns ? "last" : "first";
  page.text += turns ? "\nRows of B change places block by block after the last step of the second solve\n"
                     : "\nRows of B change places block by block before the first step of the first solve\n";
  return page;
}

}  // namespace numapack
