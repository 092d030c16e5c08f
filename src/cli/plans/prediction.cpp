// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/prediction.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/readable.hpp"
#include "cli/plans/planned.hpp"
#include "lapack/cholesky_traffic.hpp"
#include "level3/plan/plan_seconds.hpp"
#include "lu/lu_traffic.hpp"
#include "qr/qr_traffic.hpp"

namespace numapack {

namespace {

/// What a plan takes, and what it leases of all nodes together.
struct TimedPlan {
  Seconds seconds;
  double workspace_bytes = 0;
};

/// One after the other.
TimedPlan timed_triangles(const PlanSetting& setting, const TimeModel& model) {
  TimedPlan all;
  for (const TriangleCall& call : triangles_of(setting.job)) {
    const TrianglePlan plan = planned_triangle(setting, call);
    all.seconds += seconds_of(plan, homes_of_triangle(setting, call), model);
    all.workspace_bytes = std::max(all.workspace_bytes, double(plan.workspace_bytes()));
  }
  return all;
}

/// The workspace of routines that are made of calls is not known.
TimedPlan timed_plan(const PlanSetting& setting, const TimeModel& model) {
  if (is_made_of_calls(*setting.job.form.routine)) return {planned_calls(setting).seconds};
  const auto of_matrix = [&](const auto& plan) {
    return TimedPlan{seconds_of(plan, homes_of_matrix(setting), model), double(plan.workspace_bytes())};
  };
  switch (setting.job.form.routine->id) {
    case BlasName::potrf:
      return of_matrix(planned_cholesky(setting));
    case BlasName::getrf:
      return of_matrix(planned_lu(setting));
    case BlasName::geqrf:
      return of_matrix(planned_qr(setting));
    case BlasName::trmm:
    case BlasName::trsm:
    case BlasName::getrs:
    case BlasName::potrs:
      return timed_triangles(setting, model);
    case BlasName::posv: {
      const auto model_of = [&](const char* routine) {
        return time_model(setting.machine, setting.chosen.figures, routine, setting.job.call.type);
      };
      TimedPlan all = timed_triangles(setting, model_of("trsm"));
      const CholeskyPlan factors = planned_cholesky(setting);
      all.seconds += seconds_of(factors, homes_of_matrix(setting), model_of("potrf"));
      all.workspace_bytes = std::max(all.workspace_bytes, double(factors.workspace_bytes()));
      return all;
    }
    default: {
      const Plan plan = planned_product(setting);
      return {seconds_of(plan, model), double(plan.workspace_bytes())};
    }
  }
}

/// The slowest link: who waits for whose memory longest.
std::pair<int, int> slowest_link(const Seconds& seconds) {
  std::pair<int, int> slowest{-1, -1};
  double most = 0;
  for (std::size_t from = 0; from < seconds.remote_by_link.size(); ++from)
    for (std::size_t home = 0; home < seconds.remote_by_link.size(); ++home)
      if (seconds.remote_by_link[from][home] > most)
        most = seconds.remote_by_link[from][home], slowest = {int(from), int(home)};
  return slowest;
}

}  // namespace

FirstTouch first_touch(double bytes, int nodes, const Profile& profile) {
  return {bytes, bytes / (profile.fresh_gb_per_s * 1e9 * std::max(1, nodes))};
}

Prediction prediction_by(const TimeModel& model, double flops, const PlanSetting& setting) {
  Prediction prediction;
  prediction.costs = model.costs;
  prediction.flops = flops;
  prediction.assumed = assumed_figures(setting.chosen.figures, model.costs.routine,
                                       std::string(1, letter(setting.job.call.type)));
  return prediction;
}

Prediction predict(const PlanSetting& setting) {
  const Job& job = setting.job;
  const BlasRoutine& routine = *job.form.routine;
  const TimeModel model = time_model(setting.machine, setting.chosen.figures,
                                     is_made_of_calls(routine) ? "gemm" : routine.name, job.call.type);
  Prediction prediction = prediction_by(model, job.flops(), setting);
  const TimedPlan plan = timed_plan(setting, model);
  prediction.seconds = plan.seconds;
  const Profile& figures = setting.chosen.figures;
  prediction.workspace = first_touch(plan.workspace_bytes, plan.seconds.nodes, figures);
  const int written = routine.written();
  // What is only written may be fresh.
  if (routine.is_product() && !job.call.reads_c)
    prediction.written = first_touch(
        double(job.rows(written)) * double(job.columns(written)) * double(job.call.element_bytes()),
        plan.seconds.nodes, figures);
  return prediction;
}

std::string bound_of(const Prediction& prediction) {
  const Seconds& s = prediction.seconds;
  const double most = std::max({s.arithmetic, s.local_memory, s.remote_memory, s.waiting + s.waking});
  if (most == s.arithmetic) return "arithmetic: faster cores or more of them help";
  if (most == s.local_memory) return "the nodes' own memory: more of its bandwidth helps";
  if (most == s.remote_memory) return "other nodes' memory: other homes, or faster links, help";
  if (s.critical_path > 0.7 * s.total)
    return "the chain of steps that wait for each other: fewer threads would take as long";
  return "waiting for each other: too few steps for so many threads";
}

std::string explain(const Prediction& prediction, const Machine& machine) {
  const Seconds& s = prediction.seconds;
  const auto share = [&](double part) { return fmt::format("{:5.1f} %", 100 * part / s.total); };
  std::string text = fmt::format(
      "\nTime, predicted\n  {} on {} thread{}, {:.4g} GF/s\n  a thread's time in the mean\n",
      readable_seconds(s.total), s.threads, s.threads == 1 ? "" : "s", prediction.flops / s.total / 1e9);
  const auto line = [&](const char* what, double part) {
    text += fmt::format("    {:40} {}  {}\n", what, share(part), readable_seconds(part));
  };
  line("arithmetic, copies and packing", s.arithmetic);
  line("memory of the own node", s.local_memory);
  line("memory of other nodes", s.remote_memory);
  line("waiting for other threads", s.waiting);
  line("waking up", s.waking);
  text += fmt::format("  the longest chain of steps {}, the busiest thread {}\n",
                      readable_seconds(s.critical_path), readable_seconds(s.busiest));
  if (s.copying > 0) text += fmt::format("  copies to owners and back {}\n", readable_seconds(s.copying));
  if (const auto [from, home] = slowest_link(s); from >= 0)
    text += fmt::format("  most of other nodes' memory: node {} waits for node {}'s\n",
                        machine.os_index_of(from), machine.os_index_of(home));
  text += "  bound by " + bound_of(prediction) + "\n";
  const auto fresh = [&](const char* when, const FirstTouch& touch) {
    if (touch.bytes > 0)
      text += fmt::format("  {} takes {} longer: {} touched for the first time\n", when,
                          readable_seconds(touch.seconds), readable_bytes(touch.bytes));
  };
  fresh("a first call", prediction.workspace);
  fresh("a C of fresh memory", prediction.written);
  if (prediction.laying_out_s > 0)
    text +=
        fmt::format("  laying the operand out takes {}, once\n", readable_seconds(prediction.laying_out_s));
  if (prediction.costs.calls > 0)
    text += fmt::format("  rates of kernels fitted to {} calls here, {}\n", prediction.costs.calls,
                        prediction.costs.date);
  return text + describe(prediction.assumed);
}

std::string describe(const std::vector<AssumedFigure>& assumed) {
  if (assumed.empty()) return "";
  return fmt::format("  assumed: {} (numapack probe and predict --calibrate measure)\n",
                     assumed_text(assumed));
}

nlohmann::json to_json(const Prediction& prediction, const Machine& machine) {
  const Seconds& s = prediction.seconds;
  nlohmann::json links = nlohmann::json::array();
  for (std::size_t from = 0; from < s.remote_by_link.size(); ++from)
    for (std::size_t home = 0; home < s.remote_by_link.size(); ++home)
      if (s.remote_by_link[from][home] > 0)
        links.push_back({{"from", machine.os_index_of(int(from))},
                         {"home", machine.os_index_of(int(home))},
                         {"seconds", s.remote_by_link[from][home]}});
  nlohmann::json assumed = nlohmann::json::array();
  for (const AssumedFigure& one : prediction.assumed)
    assumed.push_back({{"figure", one.figure}, {"least", one.least}, {"most", one.most}, {"unit", one.unit}});
  return {{"total_s", s.total},
          {"gflops", prediction.flops / s.total / 1e9},
          {"threads", s.threads},
          {"nodes_used", s.nodes},
          {"arithmetic_s", s.arithmetic},
          {"local_memory_s", s.local_memory},
          {"remote_memory_s", s.remote_memory},
          {"remote_memory_by_link", std::move(links)},
          {"waiting_s", s.waiting},
          {"waking_s", s.waking},
          {"copying_s", s.copying},
          {"critical_path_s", s.critical_path},
          {"busiest_thread_s", s.busiest},
          {"workspace_bytes", prediction.workspace.bytes},
          {"first_call_extra_s", prediction.workspace.seconds},
          {"fresh_c_extra_s", prediction.written.seconds},
          {"laying_out_s", prediction.laying_out_s},
          {"bound_by", bound_of(prediction)},
          {"assumed", std::move(assumed)},
          {"kernel_costs_are", prediction.costs.calls > 0 ? "measured" : "assumed"}};
}

void add_time(const Prediction& prediction, const Machine& machine, PlanPage& page) {
  page.text += explain(prediction, machine);
  page.plan["seconds"] = to_json(prediction, machine);
}

std::string explain(const TimedPrediction& timed, const Machine& machine) {
  return explain(timed.prediction, machine) +
         fmt::format("  measured {}, the median of the rounds: the prediction is {:.1f} % {}\n",
                     readable_seconds(timed.measured_s), 100 * std::abs(timed.error()),
                     timed.error() < 0 ? "short" : "long");
}

nlohmann::json to_json(const TimedPrediction& timed, const Machine& machine) {
  return {{"measured_s", timed.measured_s},
          {"predicted", to_json(timed.prediction, machine)},
          {"error_percent", 100 * timed.error()}};
}

}  // namespace numapack
