// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/statistics.hpp"
#include "cli/conditions.hpp"
#include "cli/interrupt.hpp"
#include "cli/json_file.hpp"
#include "cli/problem_options.hpp"
#include "cli/progress.hpp"
#include "cli/table.hpp"
#include "cli/verbs.hpp"
#include "level3/gemm.hpp"
#include "level3/tasks/task.hpp"
#include "machine/cpu_of.hpp"
#include "peer/operands.hpp"
#include "probe/tune.hpp"
#include "profile/fingerprint.hpp"
#include "profile/json.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct TuneVerb {
  ProblemOptions problem;
  double budget = 60;
  int rounds = 9;
  std::string output, json;
  CLI::Option* json_given = nullptr;
};

std::string text_of(const Blocking& blocks) {
  return fmt::format("mc {}, kc {}, nc {}", blocks.mc, blocks.kc, blocks.nc);
}

nlohmann::json to_json(const Blocking& blocks) {
  return {{"mc", blocks.mc}, {"kc", blocks.kc}, {"nc", blocks.nc}};
}

/// Times multiplications of the job's operands; a short call is repeated until the clock can be believed.
template <class T>
std::function<double(const Blocking&)> stopwatch(const Job& job, const Machine& machine) {
  const auto operands = std::make_shared<Operands<T>>(job, machine);
  const auto repeat = std::make_shared<int>(0);
  return [=, options = job.options](const Blocking& blocks) mutable {
    options.blocking = blocks;
    const Problem<T> problem = operands->problem();
    const auto run = [&](int calls) {
      const double begin = seconds_now();
      for (int call = 0; call < calls; ++call) gemm(problem, options);
      return (seconds_now() - begin) / calls;
    };
    if (*repeat == 0) {
      run(1);  // pages of the workspace, start of the threads
      *repeat = std::clamp(static_cast<int>(std::ceil(0.03 / std::max(run(1), 1e-6))), 1, 1000);
    }
    return run(*repeat);
  };
}

std::function<double(const Blocking&)> stopwatch_of(const Job& job, const Machine& machine) {
  switch (job.call.type) {
    case Type::s:
      return stopwatch<float>(job, machine);
    case Type::d:
      return stopwatch<double>(job, machine);
    case Type::c:
      return stopwatch<std::complex<float>>(job, machine);
    case Type::z:
      break;
  }
  return stopwatch<std::complex<double>>(job, machine);
}

template <class T>
bool multiplies_in_place(const KernelShape& shape) {
  const Kernel<T>* const kernel = find_kernel<T>(shape.name);
  return kernel != nullptr && kernel->in_place != nullptr;
}

/// Small products in place sum all of K at once up to the built-in kc: a lower one would round them otherwise
/// than packed ones of the same size.
bool may_be_shallower(const KernelShape& shape) {
  switch (shape.type) {
    case Type::s:
      return !multiplies_in_place<float>(shape);
    case Type::d:
      return !multiplies_in_place<double>(shape);
    case Type::c:
      return !multiplies_in_place<std::complex<float>>(shape);
    case Type::z:
      break;
  }
  return !multiplies_in_place<std::complex<double>>(shape);
}

std::string steps_table(const probe::TuneResult& result) {
  Table table({"parameter", "instead of", "tried", "ratio", "min", "max", "rounds", "taken"});
  for (const probe::TuneStep& step : result.steps) {
    const auto ratio = [&](double Spread::*which) {
      return step.ratios.empty() ? "-" : fmt::format("{:.3f}", spread(step.ratios).*which);
    };
    table.row({step.parameter, text_of(step.base), text_of(step.tried), ratio(&Spread::median),
               ratio(&Spread::min), ratio(&Spread::max), std::to_string(step.ratios.size()),
               step.taken ? "yes" : "no"});
  }
  return table.text({1, 2});
}

/// The profile that is there, or a new one that holds nothing else, with this choice for the kernel.
MeasuredProfile with_choice(const FoundProfile& found, const Machine& machine, const std::string& kernel,
                            const std::optional<TunedBlocking>& choice) {
  MeasuredProfile profile;
  if (found.profile) {
    profile = *found.profile;
  } else {
    profile.made_by = "numapack " NUMAPACK_VERSION;
    profile.machine = profiled_machine(machine);
  }
  std::erase_if(profile.tuned, [&](const TunedBlocking& tuned) { return tuned.kernel == kernel; });
  if (choice) profile.tuned.push_back(*choice);
  return profile;
}

nlohmann::json to_json(const probe::TuneResult& result) {
  nlohmann::json steps = nlohmann::json::array();
  for (const probe::TuneStep& step : result.steps) {
    steps.push_back({{"parameter", step.parameter},
                     {"base", to_json(step.base)},
                     {"tried", to_json(step.tried)},
                     {"ratios", step.ratios},
                     {"taken", step.taken}});
  }
  return {{"built_in", to_json(result.before)}, {"chosen", to_json(result.after)},   {"ratio", result.gain},
          {"out_of_time", result.out_of_time},  {"interrupted", result.interrupted}, {"steps", steps}};
}

void run(const TuneVerb& verb) {
  if (!(verb.budget > 0)) invalid("--budget", fmt::format("{} s is no time", verb.budget), "give seconds");
  if (verb.rounds < 3) invalid("--rounds", std::to_string(verb.rounds) + " is too few", "use 3 or more");
  const Machine machine = detect_machine();
  Job job = make_job(verb.problem, machine);
  job.options.collapse = false;
  const FoundProfile found = find_profile(machine);
  // The file that plans are made with.
  const std::string path = !verb.output.empty() ? verb.output
                           : found.profile      ? found.path
                                                : profile_path(machine);
  if (path.empty()) {
    invalid("--output", "there is no cache folder (XDG_CACHE_HOME, HOME)", "name a file for the profile");
  }
  const std::unique_ptr<JsonFile> file = json_file(verb.json_given, verb.json);
  const bool quiet = file != nullptr && file->is_standard_output();

  const KernelShape shape =
      choose_shape(*row_of(machine, job.options.cpu).row, true, job.call.type, job.options.kernel);
  const int core = machine.usable_cores(machine.compute_nodes().front()).front();
  const Blocking built_in = choose_blocking(shape, caches_of_core(machine, core));
  Conditions conditions = conditions_now(machine);
  const InterruptGuard guard;
  const CpuTimes before = cpu_times();
  const double start = seconds_now();
  probe::TuneResult result;
  {
    Progress progress;
    probe::TuneOptions options;
    options.rounds = verb.rounds;
    options.shallower = may_be_shallower(shape);
    // The last comparison is outside the budget's reach: it gets a tenth.
    options.enough = [&] { return seconds_now() - start > 0.9 * verb.budget; };
    options.interrupted = [] { return InterruptGuard::signal_noted() != 0; };
    options.progress = [&](const std::string& what) {
      progress.show(what, std::max(0.0, verb.budget - (seconds_now() - start)));
    };
    result = probe::tune(shape, built_in, job.call.n, stopwatch_of(job, machine), options);
  }
  conditions.steal_percent = steal_percent_since(before);
  std::optional<TunedBlocking> choice;
  if (result.gain > 1) {
    choice =
        TunedBlocking{shape.name,      result.after.mc, result.after.kc,
                      result.after.nc, result.gain,     static_cast<int>(result.steps.back().ratios.size()),
                      job.call.n,      job.threads,     conditions.date};
  }
  // Half a search neither stores nor removes anything.
  const bool keep = !result.interrupted && (choice || found.profile || !verb.output.empty());
  if (keep) write_profile(with_choice(found, machine, shape.name, choice), path);
  if (!quiet) {
    fmt::print("{}, {} x {}, k = {}, {} thread{}, load {:.2f}\n\n{}\n", shape.name, job.call.m, job.call.n,
               job.call.k, job.threads, job.threads == 1 ? "" : "s", conditions.load_average,
               steps_table(result));
    if (result.interrupted) {
      fmt::print("interrupted: nothing stored\n");
    } else if (choice) {
      fmt::print("{} instead of {}: {:.1f} % faster in the median of {} rounds\nprofile: {}\n",
                 text_of(result.after), text_of(built_in), 100 * (result.gain - 1), choice->rounds, path);
    } else {
      fmt::print("{}, as built in: nothing was better for certain{}\n", text_of(built_in),
                 result.out_of_time ? " within the budget" : "");
    }
  }
  if (file != nullptr) {
    nlohmann::json document = to_json(result);
    document["kernel"] = shape.name;
    document["problem"] = {{"m", job.call.m}, {"n", job.call.n}, {"k", job.call.k}};
    document["threads"] = job.threads;
    document["conditions"] = to_json(conditions);
    document["stored"] = keep && choice ? nlohmann::json(path) : nlohmann::json(nullptr);
    file->write(document);
  }
  std::fflush(stdout);
  if (result.interrupted) throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
}

}  // namespace

void add_tune(CLI::App& app) {
  auto verb = std::make_shared<TuneVerb>();
  CLI::App& tune = *app.add_subcommand(
      "tune", "Measure which cache blocks suit this machine, and store what is better with its profile");
  add_problem_options(tune, verb->problem);
  tune.get_option("-n")->required(false);
  verb->problem.n = 2048;
  tune.add_option("--budget", verb->budget, "Seconds in all")
      ->capture_default_str()
      ->transform([](std::string text) {
        if (text.size() > 1 && text.back() == 's') text.pop_back();
        return text;
      });
  tune.add_option("--rounds", verb->rounds, "Interleaved rounds of each comparison")->capture_default_str();
  tune.add_option("-o,--output", verb->output, "File of the profile (this machine's in the cache folder)");
  verb->json_given = add_json_option(tune, verb->json);
  tune.footer("Example:\n  numapack tune --budget 60s\n  numapack tune --type z -n 1024 --threads 1");
  tune.callback([verb] { run(*verb); });
}

}  // namespace numapack
