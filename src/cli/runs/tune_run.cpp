// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/tune_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/clock.hpp"
#include "base/integer.hpp"
#include "base/statistics.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "level3/gemm.hpp"
#include "level3/nodes/plan_context.hpp"
#include "level3/nodes/tuned_microarchs.hpp"
#include "level3/tasks/task.hpp"
#include "machine/cpu_of.hpp"
#include "peer/work/operands.hpp"
#include "probe/tuning/tune_clock.hpp"

namespace numapack {

namespace {

constexpr int most_calls = 1500, least_calls = 60;  // that figures are fitted to

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
  return with_type(job.call.type, [&]<class T>() { return stopwatch<T>(job, machine); });
}

class Tuning {
 public:
  Tuning(const TuneWanted& wanted, const Machine& machine, const FoundProfile& found)
      : wanted_(wanted), machine_(machine), stored_(profile_of(found, machine)) {}

  TuneOutcome run() {
    TuneOutcome outcome;
    outcome.microarch = microarch_of(machine_, wanted_.problem.cpu).microarch;
    outcome.conditions = conditions_now(machine_);
    const CpuTimes before = cpu_times();
    weight_left_ = weight_of_all() * double(wanted_.types.size());
    for (const Type type : wanted_.types) {
      if (stop_asked()) break;
      outcome.types.push_back(tune_type(type, *outcome.microarch));
    }
    outcome.interrupted = stop_asked();
    outcome.seconds = seconds_now() - start_;
    outcome.conditions.steal_percent = steal_percent_since(before);
    return outcome;
  }

 private:
  // Shares of the time; what one leaves goes to the others.
  static constexpr double weight_of_blocks = 8, weight_of_calls = 6, weight_of_part = 3;
  double weight_of_all() const {
    return (wanted_.blocks ? weight_of_blocks : 0) +
           (wanted_.parts.empty() ? 0 : weight_of_calls + weight_of_part * double(wanted_.parts.size()));
  }

  /// For a stage of so much weight. The last comparison of blocks, or rounds of a part, is outside its reach:
  /// it gets a tenth.
  probe::TuneOptions stage(Type type, double weight) {
    const double now = seconds_now(), left = std::max(0.0, start_ + 0.95 * wanted_.budget - now);
    const double until = now + 0.9 * left * weight / std::max(weight, weight_left_);
    weight_left_ -= weight;
    probe::TuneOptions options;
    options.rounds = wanted_.rounds;
    options.enough = [until] { return seconds_now() > until; };
    options.interrupted = stop_asked;
    options.progress = [this, type](const std::string& what) {
      progress_.show(fmt::format("{}: {}", letter(type), what),
                     std::max(0.0, wanted_.budget - (seconds_now() - start_)));
    };
    return options;
  }

  Job job_of(Type type) const {
    ProblemOptions problem = wanted_.problem;
    problem.type = std::string(1, letter(type));
    if (!wanted_.problem_given) problem.n = suitable_n(problem);
    Job job = make_job(problem, machine_);
    job.options.collapse = false;
    return job;
  }

  /// Squares that take so long that a search has time for all it tries.
  std::int64_t suitable_n(ProblemOptions problem) const {
    constexpr std::int64_t least = 384, most = 2048, unit = 64;
    problem.n = least;
    const double tries = 150 * double(wanted_.rounds) / 9;
    const double share =
        0.8 * wanted_.budget * weight_of_blocks / weight_of_all() / double(wanted_.types.size());
    const Job job = make_job(problem, machine_);
    const double seconds = stopwatch_of(job, machine_)(Blocking{});
    const double side = double(least) * std::cbrt(share / tries / seconds);
    return std::clamp(std::int64_t(side) / unit * unit, least, most);
  }

  TunedType tune_type(Type type, const Microarch& microarch) {
    TunedType tuned;
    tuned.kernel = choose_shape(microarch, true, type, wanted_.problem.kernel);
    Blocking blocks = tuned_blocking(stored_, tuned.kernel.name);
    if (wanted_.blocks) {
      tune_blocks(type, tuned);
      const bool tried = tuned.blocks && !tuned.blocks->steps.empty();
      if (tried) blocks = tuned.blocks->gain > 1 ? tuned.blocks->after : Blocking{};
    }
    if (!wanted_.parts.empty() && !stop_asked()) tune_parts(tuned, blocks);
    return tuned;
  }

  void tune_blocks(Type type, TunedType& tuned) {
    const probe::TuneOptions limits = stage(type, weight_of_blocks);
    tuned.job = job_of(type);
    const int core = machine_.usable_cores(machine_.compute_nodes().front()).front();
    const Blocking built_in = choose_blocking(tuned.kernel, caches_of_core(machine_, core));
    probe::TuneOptions options = limits;
    // Small products in place sum all of K at once up to the built-in kc: a lower one would round them
    // otherwise than packed ones of the same size.
    options.shallower = !tuned.kernel.in_place;
    tuned.blocks =
        probe::tune(tuned.kernel, built_in, tuned.job->call.n, stopwatch_of(*tuned.job, machine_), options);
    const auto& steps = tuned.blocks->steps;
    const bool any =
        std::any_of(steps.begin(), steps.end(), [](const auto& step) { return !step.ratios.empty(); });
    if (any) return;
    tuned.blocks.reset();
    tuned.unreached.push_back("blocks");
  }

  /// What is stored of other parts counts; what is stored of these does not.
  std::vector<TunedFigures> kept_figures(const TunedType& tuned) const {
    std::vector<TunedFigures> kept = stored_.tuned_figures;
    std::erase_if(kept, [&](const TunedFigures& entry) {
      return std::any_of(wanted_.parts.begin(), wanted_.parts.end(), [&](MicroarchPart part) {
        return entry.part == name(part) && entry.kernel == tuned.kernel.name;
      });
    });
    return kept;
  }

  void tune_parts(TunedType& tuned, const Blocking& blocks) {
    const TunedMicroarchs microarchs(kept_figures(tuned));
    KernelShape kernel = microarchs.of(tuned.kernel);
    const Type type = kernel.type;
    const probe::ChoiceClock clock = probe::choice_clock(kernel, blocks);
    const std::uint64_t seed = 4 * wanted_.problem.seed + std::uint64_t(type);
    const probe::TimedCalls timed =
        probe::time_calls(kernel, blocks, seed, most_calls, clock, stage(type, weight_of_calls));
    tuned.timings = timed.timings;
    Microarch fitted = *kernel.microarch;
    for (const MicroarchPart part : wanted_.parts) {
      const probe::TuneOptions options = stage(type, weight_of_part);
      if (stop_asked()) return;
      if (int(timed.calls.size()) < least_calls) {
        tuned.unreached.push_back(fmt::format("{} ({} calls timed, {} are the least)", name(part),
                                              timed.calls.size(), least_calls));
        continue;
      }
      const std::uint64_t other = seed + 1000 * (1 + std::uint64_t(part));
      auto& result = part == MicroarchPart::in_place ? tuned.in_place : tuned.cycles;
      result = probe::tune_part(part, kernel, blocks, timed.calls, other, clock, options);
      if (!result->taken) continue;
      fitted = with_figures(fitted, result->fit.figures);
      kernel.microarch = &fitted;
    }
  }

  const TuneWanted& wanted_;
  const Machine& machine_;
  const Profile stored_;
  const double start_ = seconds_now();
  double weight_left_ = 0;
  Progress progress_;
};

}  // namespace

TuneOutcome tune_machine(const TuneWanted& wanted, const Machine& machine, const FoundProfile& found) {
  return Tuning(wanted, machine, found).run();
}

}  // namespace numapack
