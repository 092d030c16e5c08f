// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/plans/problem_page.hpp"
#include "cli/predict/axes.hpp"
#include "cli/predict/calibrate.hpp"
#include "cli/predict/check_page.hpp"
#include "cli/predict/prediction_table.hpp"
#include "cli/predict/published.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/predict/what_if.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/runs/tune_run.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/verbs/verbs.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct PredictVerb {
  ProblemOptions problem;
  PredictionAxes axes;
  std::string from, profile, what_if;
  bool influence = false, calibrate = false, published = false;
  int check = 0;
  JsonOption json;
  CLI::Option* check_given = nullptr;
};

ChosenProfile with(const ChosenProfile& chosen, Profile figures) {
  ChosenProfile changed = chosen;
  changed.figures = std::move(figures);
  return changed;
}

std::vector<Influence> influences(const PredictVerb& verb, const Machine& machine,
                                  const ChosenProfile& chosen, double seconds) {
  std::vector<Influence> all;
  for (const ModelFigure& figure : model_figures()) {
    const auto ratio = [&](double times) {
      const Job job = make_job(verb.problem, machine);
      return predict(job, machine, with(chosen, scaled(chosen.figures, figure.name, times))).seconds.total /
             seconds;
    };
    all.push_back({figure.name, ratio(0.5), ratio(2)});
  }
  return all;
}

/// Calls `run(going)` with a line of progress; Ctrl-C ends it.
template <class Run>
auto with_progress(const Run& run) {
  const InterruptGuard guard;
  Progress progress;
  const auto begun = std::chrono::steady_clock::now();
  return run([&](const std::string& what, double done) {
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    progress.show(what, done > 0 ? spent / done - spent : -1);
    return !stop_asked();
  });
}

void run_calibration(const PredictVerb& verb, const Machine& machine, JsonFile* file) {
  refuse_at_level_of_bits();
  const FoundProfile found = profile_to_complete(find_profile(machine), machine);
  const ChosenProfile chosen = choose_profile(verb.profile, "", machine);
  const Calibration done = with_progress([&](const Going& going) {
    return calibrate(timed_routines(), {"s", "d", "c", "z"}, machine, chosen, verb.problem.seed, going);
  });
  show(describe(done.costs), {{"schema", "numapack-kernel-costs/1"}, {"kernel_costs", to_json(done.costs)}},
       file);
  if (done.interrupted) {
    fmt::print(stderr, "numapack: predict: interrupted, nothing stored\n");
    throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
  }
  MeasuredProfile profile = found.profile ? *found.profile : new_profile(machine);
  profile.kernel_costs = done.costs;
  store_profile(profile, machine, found.path, true);
  if (prints_pages(file)) print_page("profile: " + found.path + "\n");
}

void run_check(const PredictVerb& verb, const Machine& machine, JsonFile* file) {
  if (verb.check < 1 || verb.check > 100000)
    invalid("--check", fmt::format("{} is no number of calls", verb.check), "use 1 to 100000");
  const ChosenProfile chosen = choose_profile(verb.profile, "", machine);
  if (chosen.figures.kernel_costs.empty())
    fmt::print(stderr, "numapack: predict: kernels of this machine are not measured, their rates assumed\n");
  const Check done = with_progress(
      [&](const Going& going) { return check(verb.check, machine, chosen, verb.problem.seed, going); });
  show(describe(done, verb.problem.seed), to_json(done, verb.problem.seed), file);
  if (done.interrupted) throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
}

/// What the model makes of a document's numbers.
void run_published(const Machine& machine, const ChosenProfile& chosen, JsonFile* file) {
  if (!chosen.measured || chosen.measured->made_by != "published")
    invalid("--published", "the machine is none of a document",
            "name one: --from data/machines/kunpeng920.json");
  std::vector<PublishedCell> cells = memory_cells(*chosen.measured);
  for (const auto& more : {stream_cells(*chosen.measured), product_cells(*chosen.measured, machine)})
    cells.insert(cells.end(), more.begin(), more.end());
  show(fmt::format("{}\n{}", chosen.measured->machine.name, describe(cells)),
       {{"schema", "numapack-predict-published/1"}, {"cells", to_json(cells)}}, file);
}

void run(PredictVerb verb) {
  const bool measures = verb.calibrate || verb.check_given->count() > 0;
  if (measures && !verb.from.empty())
    invalid("--from", "what is timed is this machine", "leave it or --calibrate and --check out");
  const Machine machine = machine_or_profile(verb.from);
  const auto file = verb.json.open();
  if (verb.calibrate) return run_calibration(verb, machine, file.get());
  if (measures) return run_check(verb, machine, file.get());
  const ChosenProfile stored = choose_profile(verb.profile, verb.from, machine);
  if (verb.published) return run_published(machine, stored, file.get());
  if (verb.problem.n == 0 && verb.axes.sizes.empty()) invalid("-n", "there is no size", "use -n or --sizes");
  if (verb.problem.n == 0) verb.problem.n = verb.axes.all_sizes(verb.problem).front();
  const ChosenProfile chosen = with(stored, what_if(stored.figures, verb.what_if));
  const std::vector<PredictedCase> cases = predict_all(verb.axes, verb.problem, machine, chosen);
  std::vector<Influence> influence;
  if (verb.influence)
    influence = influences(verb, machine, chosen,
                           predict(make_job(verb.problem, machine), machine, chosen).seconds.total);
  const Job job = make_job(verb.problem, machine);
  std::string page = fmt::format("{}\n{}", describe_problem(job, machine), describe(cases));
  if (cases.size() == 1) page += explain(cases.front().prediction, machine);
  if (verb.influence) page += "\n" + describe(influence);
  show(page + "figures: " + chosen.figures.source + "\n",
       {{"schema", "numapack-predict/1"},
        {"problem", problem_to_json(job, machine)},
        {"machine", machine.source},
        {"what_if", verb.what_if},
        {"figures", chosen.figures.source},
        {"cases", to_json(cases, machine)},
        {"influence", to_json(influence)}},
       file.get());
}

}  // namespace

void add_predict(CLI::App& app) {
  auto verb = std::make_shared<PredictVerb>();
  CLI::App& predict = *app.add_subcommand(
      "predict", "Predict how long a call takes, here or on another machine, and what bounds it");
  add_problem_options(predict, verb->problem);
  predict.get_option("-n")->required(false);
  add_axes(predict, verb->axes);
  const char* const group = "Machine";
  predict
      .add_option("--from", verb->from,
                  "Another machine: an hwloc XML file, a synthetic description or a profile")
      ->group(group)
      ->type_name("MACHINE");
  predict
      .add_option("--profile", verb->profile,
                  "Measured figures from this file instead of those stored for the machine; none: estimate")
      ->group(group)
      ->type_name("PROFILE");
  predict
      .add_option("--what-if", verb->what_if,
                  "figures of the machine, so many times as large: remote-latency=1.5,peak=2")
      ->group(group)
      ->type_name("FIGURE=TIMES,...");
  predict.add_flag("--influence", verb->influence, "what each figure halved and doubled makes of the time")
      ->group(group);
  predict
      .add_flag("--published", verb->published,
                "what the model makes of the numbers that the document of --from prints")
      ->group(group);
  const char* const here = "This machine";
  predict
      .add_flag("--calibrate", verb->calibrate,
                "time the kernels here, some minutes, and store what came out")
      ->group(here);
  verb->check_given =
      predict.add_option("--check", verb->check, "predict and time so many random calls (--seed)")
          ->type_name("CALLS")
          ->group(here);
  verb->json.add(predict);
  predict.footer(
      "Example:\n  numapack predict --routine dgetrf --sizes 4096,8192,16384 --first-nodes 1:4:1 --from "
      "data/machines/kunpeng920.json\n"
      "  numapack predict -n 16384 --each-home A=0,B=0,C=0 --each-home "
      "A=interleave,B=interleave,C=interleave "
      "--from data/machines/kunpeng920.json\n"
      "  numapack predict -n 20480 --first-nodes 1:4:1 --compare oblivious,paper --from "
      "data/machines/kunpeng920.json\n"
      "  numapack predict --routine dpotrf -n 8192 --what-if remote-latency=1.5 --influence\n"
      "  numapack predict --published --from data/machines/xeon-stream.json\n"
      "  numapack predict --calibrate\n  numapack predict --check 400 --seed 7");
  predict.callback([verb] { run(*verb); });
}

}  // namespace numapack
