// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/readable.hpp"
#include "cli/plans/plan_page.hpp"
#include "cli/terminal/table.hpp"
#include "lapack/cholesky_plan.hpp"

namespace numapack {

namespace {

using nlohmann::json;
using Kind = CholeskyStep::Kind;

constexpr std::array kKinds{Kind::leaf, Kind::solve, Kind::update};

const char* name_of(Kind kind) {
  return kind == Kind::leaf ? "leaf" : kind == Kind::solve ? "solve" : "update";
}

struct SumOfSteps {
  Index count = 0, shared = 0;  ///< shared: by several threads
  double flops = 0, crossing = 0;
};

SumOfSteps sum_of(const CholeskyPlan& plan, Kind kind) {
  SumOfSteps sum;
  for (const PlannedStep& planned : plan.steps) {
    if (planned.step.kind != kind) continue;
    ++sum.count;
    sum.shared += planned.shares.size() > 1 || planned.shares.front().threads > 1 ? 1 : 0;
    sum.flops += planned.step.flops();
    sum.crossing += planned.crossing;
  }
  return sum;
}

double flops_of_all(const CholeskyPlan& plan) {
  double flops = 0;
  for (const PlannedStep& planned : plan.steps) flops += planned.step.flops();
  return flops;
}

std::string range_text(Range range) { return fmt::format("{}-{}", range.begin, range.end - 1); }

std::string step_text(const CholeskyPlan& plan, const PlannedStep& planned, double all,
                      const Machine& machine) {
  const CholeskyStep& step = planned.step;
  const bool lower = plan.call.stored == Half::lower;
  const char *const lines = lower ? "rows" : "columns", *const others = lower ? "columns" : "rows";
  const std::string at = range_text(step.at), with = range_text(step.with);
  std::string text;
  if (step.kind == Kind::leaf) text = fmt::format("leaf: {} of the diagonal", at);
  if (step.kind == Kind::solve) text = fmt::format("solve: {} {} with the triangle of {}", lines, with, at);
  if (step.kind == Kind::update) text = fmt::format("update: the half of {} by {} {}", at, others, with);
  text = fmt::format("  {}; {:.1f} % of the flops, {} cross\n", text, 100 * step.flops() / all,
                     readable_bytes(planned.crossing));
  for (const StepShare& share : planned.shares) {
    text += fmt::format("    node {}: {} thread{}, ", number_of(machine, share.node), share.threads,
                        share.threads == 1 ? "" : "s");
    text += step.kind == Kind::solve
                ? fmt::format("{} of {} {}\n", share.lines, step.with.size(), lines)
                : fmt::format("rows {}, columns {}\n", range_text(share.rows), range_text(share.columns));
  }
  return text;
}

std::vector<const PlannedStep*> largest_steps(const CholeskyPlan& plan, std::size_t most) {
  std::vector<const PlannedStep*> steps;
  for (const PlannedStep& planned : plan.steps) steps.push_back(&planned);
  std::sort(steps.begin(), steps.end(), [](const PlannedStep* one, const PlannedStep* other) {
    const double left = one->step.flops(), right = other->step.flops();
    return left != right ? left > right : one < other;  // as they follow each other
  });
  steps.resize(std::min(steps.size(), most));
  return steps;
}

json range_json(Range range) { return {range.begin, range.end}; }

std::string describe(const CholeskyPlan& plan, const KernelShape& kernel, const Machine& machine) {
  const double all = flops_of_all(plan);
  std::string text = fmt::format(
      "  routine    potrf, {} half of {} x {}, by halves down to {}\n"
      "  kernel     {} ({} x {} of C in registers)\n\nSteps, one after the other\n",
      name(plan.call.stored), plan.call.n, plan.call.n, plan.leaf, kernel.name, kernel.mr, kernel.nr);
  Table table({"kind", "steps", "on several threads", "of the flops", "between nodes"});
  for (const Kind kind : kKinds) {
    const SumOfSteps sum = sum_of(plan, kind);
    table.row({name_of(kind), std::to_string(sum.count), std::to_string(sum.shared),
               fmt::format("{:.1f} %", 100 * sum.flops / all), readable_bytes(sum.crossing)});
  }
  text += table.text() + "\nThe largest\n";
  for (const PlannedStep* planned : largest_steps(plan, 6)) text += step_text(plan, *planned, all, machine);
  const double crossing = plan.traffic.crossing();
  return text + fmt::format(
                    "\nBytes of A between nodes, all steps\n  all that crosses  {}\n"
                    "  the least of each step, summed  {}\n"
                    "  the least of any order of the arithmetic, shared by threads  {}\n",
                    readable_bytes(crossing), beside_least(crossing, plan.least_of_steps),
                    beside_least(crossing, plan.least_crossing));
}

json cholesky_to_json(const CholeskyPlan& plan, const KernelShape& kernel, const Machine& machine) {
  const double all = flops_of_all(plan);
  json steps = json::array(), kinds = json::object();
  for (const Kind kind : kKinds) {
    const SumOfSteps sum = sum_of(plan, kind);
    kinds[name_of(kind)] = {{"steps", sum.count},
                            {"on_several_threads", sum.shared},
                            {"of_flops", sum.flops / all},
                            {"crossing_bytes", sum.crossing}};
  }
  for (const PlannedStep& planned : plan.steps) {
    json shares = json::array();
    for (const StepShare& share : planned.shares) {
      json one = {{"node", number_of(machine, share.node)}, {"threads", share.threads}};
      if (planned.step.kind == Kind::solve)
        one["lines"] = share.lines;
      else
        one["rows"] = range_json(share.rows), one["columns"] = range_json(share.columns);
      shares.push_back(std::move(one));
    }
    steps.push_back({{"kind", name_of(planned.step.kind)},
                     {"at", range_json(planned.step.at)},
                     {"with", range_json(planned.step.with)},
                     {"of_flops", planned.step.flops() / all},
                     {"nodes", std::move(shares)},
                     {"crossing_bytes", planned.crossing},
                     {"least_crossing_bytes", planned.least}});
  }
  json nodes = json::array();
  for (const Node& node : machine.nodes) nodes.push_back(node.os_index);
  return {{"kernel", kernel.name},
          {"leaf", plan.leaf},
          {"kinds", std::move(kinds)},
          {"steps", std::move(steps)},
          {"nodes", std::move(nodes)},
          {"read_bytes", plan.traffic.read},
          {"written_bytes", plan.traffic.written},
          {"crossing_bytes", plan.traffic.crossing()},
          {"least_crossing_bytes_of_steps", plan.least_of_steps},
          {"least_crossing_bytes", plan.least_crossing}};
}

}  // namespace

PlanPage cholesky_page(const PlanSetting& setting) {
  const Job& job = setting.job;
  const CholeskyCall call{job.call.type, job.form.uplo() == Uplo::lower ? Half::lower : Half::upper,
                          job.call.n};
  const CholeskyPlan plan =
      make_cholesky_plan(call, setting.tuned, homes_of_job(job, setting.machine).c, setting.machine,
                         setting.chosen.figures, lay_out_teams(setting.machine), job.options);
  return {"Plan\n" + describe(plan, setting.tuned, setting.machine),
          cholesky_to_json(plan, setting.tuned, setting.machine)};
}

}  // namespace numapack
