// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "base/readable.hpp"
#include "cli/plans/plan_page.hpp"
#include "cli/terminal/table.hpp"
#include "qr/qr_plan.hpp"

namespace numapack {

namespace {

/// Rows of the table; of more steps it has the first and the last ones.
constexpr std::size_t most_rows = 12;

std::string who(const QrStep& step, const Machine& machine) {
  if (step.shares.empty()) return "nothing is behind";
  std::string text;
  for (const QrShare& share : step.shares) {
    if (!text.empty()) text += ", ";
    text += fmt::format("node {}: {} x {}", number_of(machine, share.node), share.rows.size(),
                        share.columns.size());
  }
  return text;
}

std::string table_of_steps(const QrPlan& plan, const Machine& machine) {
  Table table({"panel", "of the flops", "its update", "between nodes", "the update's parts"});
  const double all = plan.flops();
  for (std::size_t at = 0; at < plan.steps.size(); ++at) {
    if (plan.steps.size() > most_rows && at == most_rows / 2) {
      at = plan.steps.size() - most_rows / 2;
      table.row({"…", "", "", "", ""});
    }
    const QrStep& step = plan.steps[at];
    table.row({fmt::format("{}-{}", step.panel.begin, step.panel.end - 1),
               fmt::format("{:.1f} %", 100 * step.panel_flops / all),
               fmt::format("{:.1f} %", 100 * step.update_flops / all),
               readable_bytes(step.panel_crossing + step.update_crossing), who(step, machine)});
  }
  return table.text();
}

nlohmann::json qr_to_json(const QrPlan& plan, const KernelShape& kernel, const Machine& machine) {
  nlohmann::json steps = nlohmann::json::array();
  const double all = plan.flops();
  for (const QrStep& step : plan.steps) {
    nlohmann::json nodes = nlohmann::json::array();
    for (const QrShare& share : step.shares)
      nodes.push_back({{"node", number_of(machine, share.node)},
                       {"threads", share.threads},
                       {"rows", {share.rows.begin, share.rows.end}},
                       {"columns", {share.columns.begin, share.columns.end}}});
    steps.push_back({{"panel", {step.panel.begin, step.panel.end}},
                     {"panel_of_flops", step.panel_flops / all},
                     {"panel_crossing_bytes", step.panel_crossing},
                     {"update_of_flops", step.update_flops / all},
                     {"update_crossing_bytes", step.update_crossing},
                     {"update_least_crossing_bytes", step.update_least},
                     {"nodes", std::move(nodes)}});
  }
  return {{"kernel", kernel.name},
          {"steps", std::move(steps)},
          {"crossing_bytes", plan.crossing()},
          {"least_crossing_bytes_of_steps", plan.least()}};
}

}  // namespace

PlanPage qr_page(const PlanSetting& setting) {
  const Job& job = setting.job;
  const QrPlan plan = make_qr_plan({job.call.type, job.call.m, job.call.n}, setting.tuned,
                                   homes_of_job(job, setting.machine).c, setting.machine,
                                   setting.chosen.figures, lay_out_teams(setting.machine), job.options);
  return {fmt::format("Plan\n  routine    geqrf, {} x {} in {} panels, each the calling thread's\n"
                      "  kernel     {} ({} x {} of C in registers)\n\n"
                      "Panels, and the update of what is behind: W = V^H C, W = T^H W, C -= V W\n{}\n"
                      "Bytes of A between nodes, all steps\n  all that crosses  {}\n"
                      "  the least of each step, summed  {}\n",
                      job.call.m, job.call.n, plan.steps.size(), setting.tuned.name, setting.tuned.mr,
                      setting.tuned.nr, table_of_steps(plan, setting.machine),
                      readable_bytes(plan.crossing()), beside_least(plan.crossing(), plan.least())),
          qr_to_json(plan, setting.tuned, setting.machine)};
}

}  // namespace numapack
