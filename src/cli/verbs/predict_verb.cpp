// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "base/error.hpp"
#include "cli/options/alone.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/problem_parts.hpp"
#include "cli/plans/problem_page.hpp"
#include "cli/predict/axes.hpp"
#include "cli/predict/calibrate.hpp"
#include "cli/predict/changes/changed_machine.hpp"
#include "cli/predict/changes/influence.hpp"
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

void refuse_what_does_not_go_together(const CLI::App& verb) {
  refuse_beside(verb, "--calibrate", {"--routine", "--type", "--seed", "--profile", "--json"});
  refuse_beside(verb, "--check", {"--seed", "--profile", "--json"});
  refuse_beside(verb, "--published", {"--from", "--profile", "--json"});
  refuse_both(verb, "--nodes", "--first-nodes");
  refuse_both(verb, "--threads", "--each-threads");
  refuse_both(verb, "-n", "--sizes");
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

/// Routines and types whose kernels are timed: all, or those that are named.
std::pair<std::vector<std::string>, std::vector<std::string>> to_calibrate(const ProblemOptions& problem) {
  std::vector<std::string> routines = timed_routines(), types{"s", "d", "c", "z"};
  if (problem.verb->count("--routine") > 0) {
    const NamedRoutine named = parse_routine(problem.routine.routine);
    const std::string name(named.routine->name);
    if (std::ranges::find(routines, name) == routines.end())
      invalid("--routine", fmt::format("the kernels of {} are not timed by themselves", name),
              fmt::format("use {}", fmt::join(routines, ", ")));
    routines = {name};
    if (named.type) types = {std::string(1, letter(*named.type))};
  }
  if (problem.verb->count("--type") > 0) types = {std::string(1, letter(parse_type(problem.type)))};
  return {routines, types};
}

void run_calibration(const PredictVerb& verb, const Machine& machine, JsonFile* file) {
  refuse_at_level_of_bits();
  const auto kernels = to_calibrate(verb.problem);
  const FoundProfile found = profile_to_complete(find_profile(machine), machine);
  const ChosenProfile chosen = choose_profile(verb.profile, "", machine);
  const Calibration done = with_progress([&](const Going& going) {
    return calibrate(kernels.first, kernels.second, machine, chosen, verb.problem.seed, going);
  });
  show(describe(done.costs), {{"schema", "numapack-kernel-costs/1"}, {"kernel_costs", to_json(done.costs)}},
       file);
  if (done.interrupted) {
    print_message("predict: interrupted, nothing stored");
    throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
  }
  MeasuredProfile profile = found.profile ? *found.profile : new_profile(machine);
  keep(done.costs, profile);
  store_profile(profile, machine, found.path, true);
  if (prints_pages(file)) print_page("profile: " + found.path + "\n");
}

void run_check(const PredictVerb& verb, const Machine& machine, JsonFile* file) {
  if (verb.check < 1 || verb.check > 100000)
    invalid("--check", fmt::format("{} is no number of calls", verb.check), "use 1 to 100000");
  const ChosenProfile chosen = choose_profile(verb.profile, "", machine);
  if (chosen.figures.kernel_costs.empty())
    print_message("predict: kernels of this machine are not measured, their rates assumed");
  // Whoever repeats a check checks other calls, unless told which.
  const std::uint64_t seed =
      verb.problem.verb->count("--seed") > 0 ? verb.problem.seed : std::random_device{}();
  const Check done =
      with_progress([&](const Going& going) { return check(verb.check, machine, chosen, seed, going); });
  show(describe(done, seed), to_json(done, seed), file);
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
  refuse_what_does_not_go_together(*verb.problem.verb);
  Machine machine = machine_or_profile(verb.from);
  const auto file = verb.json.open();
  if (verb.calibrate) return run_calibration(verb, machine, file.get());
  if (measures) return run_check(verb, machine, file.get());
  const ChosenProfile stored = choose_profile(verb.profile, verb.from, machine);
  if (verb.published) return run_published(machine, stored, file.get());
  if (verb.problem.n == 0 && verb.axes.sizes.empty()) invalid("-n", "there is no size", "use -n or --sizes");
  if (verb.problem.n == 0) verb.problem.n = verb.axes.all_sizes(verb.problem).front();
  std::string figures = verb.what_if;
  ChangedMachine asked = changed(machine, stored, take_machine_change(figures));
  machine = std::move(asked.machine);
  const ChosenProfile chosen = with(asked.chosen, what_if(asked.chosen.figures, figures));
  const std::vector<PredictedCase> cases = predict_all(verb.axes, verb.problem, machine, chosen);
  std::vector<Influence> influence;
  if (verb.influence) influence = influences_on(cases.front(), machine, chosen);
  const Job job = make_job(verb.problem, machine);
  std::string page = fmt::format("{}\n{}", describe_problem(job, machine), describe(cases));
  page += cases.size() == 1 ? explain(cases.front().prediction, machine)
                            : describe(cases.front().prediction.assumed);
  if (verb.influence) page += "\n" + describe(influence, cases.front());
  page += describe_memory(cases, machine);
  if (!asked.note.empty()) page += "what if: " + asked.note + "\n";
  show(page + "figures: " + chosen.figures.source + "\n",
       {{"schema", "numapack-predict/1"},
        {"problem", problem_to_json(job, machine)},
        {"machine", machine.source},
        {"what_if", verb.what_if},
        {"what_if_assumes", asked.note},
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
                  "figures of the machine, so many times as large: remote-latency=1.5,peak=2; or another "
                  "machine: cores=48 of a node, nodes=x2, l3=64M")
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
                "time the kernels here, some minutes, and store what came out; with --routine only its own")
      ->group(here);
  verb->check_given =
      predict
          .add_option("--check", verb->check,
                      "predict and time so many random calls, others each time (--seed: the same)")
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
      "  numapack predict -n 2048 --each-threads 12:96:12 --no-collapse --from "
      "data/machines/kunpeng920.json\n"
      "  numapack predict --routine dpotrf -n 8192 --what-if remote-latency=1.5 --influence\n"
      "  numapack predict --published --from data/machines/xeon-stream.json\n"
      "  numapack predict --calibrate\n  numapack predict --check 400 --seed 7");
  predict.callback([verb] { run(*verb); });
}

}  // namespace numapack
