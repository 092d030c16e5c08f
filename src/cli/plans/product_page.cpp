// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "cli/plans/planned.hpp"
#include "level3/explain/explain.hpp"
#include "level3/explain/plan_changes.hpp"
#include "peer/work/json.hpp"
#include "profile/planning.hpp"
#include "team/teams.hpp"

namespace numapack {

namespace {

std::string lines(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "    " + sentence + "\n";
  return text;
}

}  // namespace

PlanPage product_page(const PlanSetting& setting) {
  const auto& [job, machine, chosen, kernel, tuned] = setting;
  const Profile estimate = estimate_profile(machine);
  const Homes homes = homes_of_job(job, machine);
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const Plan plan = planned_product(setting);
  PlanPage page{explain(plan, machine), plan_to_json(plan, machine)};
  std::vector<std::string> figures, changes;
  if (chosen.measured) {
    figures = profile_changes(estimate, chosen.figures, machine);
    changes = plan_changes(make_plan(job.stored(), kernel, homes, machine, estimate, layout, job.options),
                           plan, machine);
    page.changes +=
        fmt::format("  figures it changes\n{}  what that changes in the plan\n{}",
                    figures.empty() ? "    none by more than a twentieth\n" : lines(figures), lines(changes));
  }
  page.profile = {{"changed_figures", figures}, {"changes_in_plan", changes}};
  return page;
}

}  // namespace numapack
