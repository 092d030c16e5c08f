// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/quoted.hpp"
#include "cli/plans/problem_page.hpp"
#include "cli/predict/calibrate.hpp"
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
#include "cli/terminal/table.hpp"
#include "cli/verbs/verbs.hpp"
#include "profile/document/fingerprint.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct PredictVerb {
  ProblemOptions problem;
  std::string sizes, first_nodes, from, profile, what_if, json;
  std::vector<std::string> each_home;
  bool influence = false, calibrate = false, published = false;
  int check = 0;
  CLI::Option *json_given = nullptr, *check_given = nullptr;
};

constexpr Index most_n = Index{1} << 20;

/// "512,1024" or "LO:HI:STEP" of whole numbers from `least` to `most`.
std::vector<Index> parse_axis(const std::string& text, const char* option, Index least, Index most) {
  const auto bad = [&]() {
    invalid(option, quoted(text) + " is no list of numbers",
            fmt::format("use 1024,2048 or 1024:8192:1024, from {} to {}", least, most));
  };
  std::vector<Index> numbers;
  std::string separators;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(",:", begin), text.size());
    Index number = 0;
    const auto read = std::from_chars(text.data() + begin, text.data() + end, number);
    if (read.ec != std::errc() || read.ptr != text.data() + end || number < least || number > most) bad();
    numbers.push_back(number);
    if (end < text.size()) separators += text[end];
    begin = end + 1;
  }
  if (separators.find(':') == std::string::npos) return numbers;
  if (separators != "::" || numbers[1] < numbers[0]) bad();
  std::vector<Index> steps;
  constexpr Index most_steps = 1000;
  if ((numbers[1] - numbers[0]) / numbers[2] >= most_steps) bad();
  for (Index number = numbers[0]; number <= numbers[1]; number += numbers[2]) steps.push_back(number);
  return steps;
}

ChosenProfile with(const ChosenProfile& chosen, Profile figures) {
  ChosenProfile changed = chosen;
  changed.figures = std::move(figures);
  return changed;
}

std::vector<PredictedCase> predict_all(const PredictVerb& verb, const Machine& machine,
                                       const ChosenProfile& chosen) {
  const int compute_nodes = static_cast<int>(machine.compute_nodes().size());
  const std::vector<Index> sizes =
      verb.sizes.empty() ? std::vector<Index>{verb.problem.n} : parse_axis(verb.sizes, "--sizes", 1, most_n);
  const std::vector<Index> nodes = verb.first_nodes.empty()
                                       ? std::vector<Index>{0}
                                       : parse_axis(verb.first_nodes, "--first-nodes", 1, compute_nodes);
  const std::vector<std::string> homes =
      verb.each_home.empty() ? std::vector<std::string>{""} : verb.each_home;
  std::vector<PredictedCase> cases;
  for (const std::string& home : homes)
    for (const Index n : sizes)
      for (const Index count : nodes) {
        ProblemOptions problem = verb.problem;
        problem.n = n;
        if (!home.empty()) problem.homes.push_back(home);
        Job job = make_job(problem, machine);
        if (count > 0) {
          const std::vector<int> all = machine.compute_nodes();
          job.options.nodes.assign(all.begin(), all.begin() + count);
        }
        const int used = count > 0                   ? static_cast<int>(count)
                         : job.options.nodes.empty() ? compute_nodes
                                                     : static_cast<int>(job.options.nodes.size());
        cases.push_back({n, used, home, predict(job, machine, chosen)});
      }
  return cases;
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
    return InterruptGuard::signal_noted() == 0;
  });
}

nlohmann::json costs_to_json(const std::vector<KernelCosts>& costs) {
  nlohmann::json all = nlohmann::json::array();
  for (const KernelCosts& one : costs)
    all.push_back({{"routine", one.routine},
                   {"type", one.type},
                   {"flop_ns", one.flop_ns},
                   {"panel_flop_ns", one.panel_flop_ns},
                   {"element_ns", one.element_ns},
                   {"step_ns", one.step_ns},
                   {"all_cores_ratio", one.all_cores},
                   {"calls", one.calls},
                   {"median_error_ratio", one.median_error}});
  return all;
}

void run_calibration(const PredictVerb& verb, const Machine& machine, JsonFile* file) {
  const FoundProfile found = profile_to_complete(find_profile(machine), machine);
  const ChosenProfile chosen = choose_profile(verb.profile, "", machine);
  const Calibration done = with_progress([&](const Going& going) {
    return calibrate(timed_routines(), {"s", "d", "c", "z"}, machine, chosen, verb.problem.seed, going);
  });
  Table table({"routine", "GF/s", "panels GF/s", "element ns", "step us", "all cores", "error"});
  for (const KernelCosts& one : done.costs)
    table.row({one.type + one.routine, fmt::format("{:.4g}", one.flop_ns > 0 ? 1 / one.flop_ns : 0),
               one.panel_flop_ns > 0 ? fmt::format("{:.3g}", 1 / one.panel_flop_ns) : "-",
               fmt::format("{:.3g}", one.element_ns), fmt::format("{:.3g}", one.step_ns / 1e3),
               fmt::format("x {:.2f}", one.all_cores), fmt::format("{:.1f} %", 100 * one.median_error)});
  if (file == nullptr || !file->is_standard_output()) print_page(table.text());
  if (file != nullptr)
    file->write({{"schema", "numapack-kernel-costs/1"}, {"kernel_costs", costs_to_json(done.costs)}});
  if (done.interrupted) {
    fmt::print(stderr, "numapack: predict: interrupted, nothing stored\n");
    throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
  }
  MeasuredProfile profile;
  if (found.profile) {
    profile = *found.profile;
  } else {
    profile.made_by = "numapack " NUMAPACK_VERSION;
    profile.machine = profiled_machine(machine);
  }
  profile.kernel_costs = done.costs;
  store_profile(profile, machine, found.path, true);
  if (file == nullptr || !file->is_standard_output()) print_page("profile: " + found.path + "\n");
}

void run_check(const PredictVerb& verb, const Machine& machine, JsonFile* file) {
  if (verb.check < 1 || verb.check > 100000)
    invalid("--check", fmt::format("{} is no number of calls", verb.check), "use 1 to 100000");
  const ChosenProfile chosen = choose_profile(verb.profile, "", machine);
  if (chosen.figures.kernel_costs.empty())
    fmt::print(stderr, "numapack: predict: kernels of this machine are not measured, their rates assumed\n");
  const Check done = with_progress(
      [&](const Going& going) { return check(verb.check, machine, chosen, verb.problem.seed, going); });
  std::vector<double> errors;
  nlohmann::json calls = nlohmann::json::array();
  std::map<std::string, std::vector<double>> by_routine;
  for (const CheckedCall& call : done.calls) {
    errors.push_back(std::abs(call.error()));
    by_routine[call.routine.substr(1)].push_back(std::abs(call.error()));
    calls.push_back({{"routine", call.routine},
                     {"m", call.m},
                     {"n", call.n},
                     {"k", call.k},
                     {"threads", call.threads},
                     {"measured_s", call.measured_s},
                     {"predicted_s", call.predicted_s}});
  }
  std::ranges::sort(errors);
  if (!errors.empty() && (file == nullptr || !file->is_standard_output())) {
    const auto within = [&](double bound) {
      return 100.0 * double(std::ranges::count_if(errors, [&](double error) { return error <= bound; })) /
             double(errors.size());
    };
    print_page(fmt::format("{} calls, seed {}: median error {:.1f} %, {:.0f} % of them within 15 %\n",
                           errors.size(), verb.problem.seed, 100 * median(errors), within(0.15)));
    Table table({"routine", "calls", "median error", "nine of ten within"});
    for (auto& [routine, of] : by_routine) {
      std::ranges::sort(of);
      table.row({routine, fmt::format("{}", of.size()), fmt::format("{:.1f} %", 100 * median(of)),
                 fmt::format("{:.1f} %", 100 * of[std::min(of.size() - 1, of.size() * 9 / 10)])});
    }
    print_page(table.text());
  }
  if (file != nullptr)
    file->write({{"schema", "numapack-predict-check/1"}, {"seed", verb.problem.seed}, {"calls", calls}});
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
  Table table({"quantity", "unit", "published", "predicted", "error", "from"});
  nlohmann::json all = nlohmann::json::array();
  for (const PublishedCell& cell : cells) {
    table.row({cell.what, cell.unit, fmt::format("{:.4g}", cell.published),
               fmt::format("{:.4g}", cell.predicted), fmt::format("{:+.1f} %", 100 * cell.error()),
               cell.from});
    all.push_back({{"quantity", cell.what},
                   {"unit", cell.unit},
                   {"published", cell.published},
                   {"predicted", cell.predicted},
                   {"from", cell.from}});
  }
  if (file == nullptr || !file->is_standard_output())
    print_page(fmt::format(
        "{}\n{}", chosen.measured->machine.name,
        cells.empty() ? "its document prints nothing that the model says\n" : table.text({1, 5})));
  if (file != nullptr) file->write({{"schema", "numapack-predict-published/1"}, {"cells", std::move(all)}});
}

void run(PredictVerb verb) {
  const bool measures = verb.calibrate || verb.check_given->count() > 0;
  if (measures && !verb.from.empty())
    invalid("--from", "what is timed is this machine", "leave it or --calibrate and --check out");
  const Machine machine = machine_or_profile(verb.from);
  const std::unique_ptr<JsonFile> file = json_file(verb.json_given, verb.json);
  if (verb.calibrate) return run_calibration(verb, machine, file.get());
  if (measures) return run_check(verb, machine, file.get());
  const ChosenProfile stored = choose_profile(verb.profile, verb.from, machine);
  if (verb.published) return run_published(machine, stored, file.get());
  if (verb.problem.n == 0 && verb.sizes.empty()) invalid("-n", "there is no size", "use -n or --sizes");
  if (verb.problem.n == 0) verb.problem.n = parse_axis(verb.sizes, "--sizes", 1, most_n).front();
  const ChosenProfile chosen = with(stored, what_if(stored.figures, verb.what_if));
  const std::vector<PredictedCase> cases = predict_all(verb, machine, chosen);
  std::vector<Influence> influence;
  if (verb.influence)
    influence = influences(verb, machine, chosen,
                           predict(make_job(verb.problem, machine), machine, chosen).seconds.total);
  const Job job = make_job(verb.problem, machine);
  if (file == nullptr || !file->is_standard_output()) {
    std::string page = fmt::format("{}\n{}", describe_problem(job, machine), describe(cases));
    if (cases.size() == 1) page += explain(cases.front().prediction, machine);
    if (verb.influence) page += "\n" + describe(influence);
    print_page(page + "figures: " + chosen.figures.source + "\n");
  }
  if (file != nullptr)
    file->write({{"schema", "numapack-predict/1"},
                 {"problem", problem_to_json(job, machine)},
                 {"machine", machine.source},
                 {"what_if", verb.what_if},
                 {"figures", chosen.figures.source},
                 {"cases", to_json(cases, machine)},
                 {"influence", to_json(influence)}});
}

}  // namespace

void add_predict(CLI::App& app) {
  auto verb = std::make_shared<PredictVerb>();
  CLI::App& predict = *app.add_subcommand(
      "predict", "Say what a call takes, here or on another machine, and what bounds it, without doing it");
  add_problem_options(predict, verb->problem);
  predict.get_option("-n")->required(false);
  const char* const axes = "What is varied: a row for each";
  predict.add_option("--sizes", verb->sizes, "n: 1024,2048 or 1024:8192:1024, in place of -n")
      ->type_name("LIST")
      ->group(axes);
  predict.add_option("--first-nodes", verb->first_nodes, "so many nodes, from the first on: 1,2 or 1:4:1")
      ->type_name("LIST")
      ->group(axes);
  predict.add_option("--each-home", verb->each_home, "as --home; each one is a row")
      ->type_name("HOMES")
      ->group(axes)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
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
  verb->json_given = add_json_option(predict, verb->json);
  predict.footer(
      "Example:\n  numapack predict --routine dgetrf --sizes 4096,8192,16384 --first-nodes 1:4:1 --from "
      "data/machines/kunpeng920.json\n"
      "  numapack predict -n 16384 --each-home A=0,B=0,C=0 --each-home "
      "A=interleave,B=interleave,C=interleave "
      "--from data/machines/kunpeng920.json\n"
      "  numapack predict --routine dpotrf -n 8192 --what-if remote-latency=1.5 --influence\n"
      "  numapack predict --published --from data/machines/xeon-stream.json\n"
      "  numapack predict --calibrate\n  numapack predict --check 400 --seed 7");
  predict.callback([verb] { run(*verb); });
}

}  // namespace numapack
