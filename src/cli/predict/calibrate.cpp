// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/calibrate.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "base/statistics.hpp"
#include "cli/predict/fit.hpp"

namespace numapack {

namespace {

/// Figures by which a prediction is the sum of one kind of work: nothing else takes time.
ChosenProfile unit_costs(const ChosenProfile& chosen, const KernelCosts& unit) {
  ChosenProfile figures = chosen;
  figures.figures.kernel_costs = {unit};
  constexpr double endless = 1e12;
  figures.figures.lines_in_flight = endless;
  for (std::vector<double>& row : figures.figures.bandwidth_gb_per_s) std::ranges::fill(row, endless);
  return figures;
}

std::array<double, 4> amounts_of(const Job& job, const std::string& routine, const std::string& type,
                                 const Machine& machine, const ChosenProfile& chosen) {
  std::array<double, 4> amounts{};
  double KernelCosts::*const kinds[] = {&KernelCosts::flop_ns, &KernelCosts::panel_flop_ns,
                                        &KernelCosts::element_ns, &KernelCosts::step_ns};
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    KernelCosts unit{.routine = routine, .type = type};
    unit.*kinds[i] = 1;
    unit.calls = 1;
    amounts[i] = predict(job, machine, unit_costs(chosen, unit)).seconds.total * 1e9;
  }
  return amounts;
}

constexpr int calls_on_one_thread = 14, calls_on_all_threads = 5;

/// Nothing if it was interrupted.
std::optional<KernelCosts> fitted(const std::string& routine, const std::string& type, const Machine& machine,
                                  const ChosenProfile& chosen, std::mt19937_64& random,
                                  const std::function<bool()>& going) {
  constexpr double most_work = 1.5e9;
  std::vector<FittedCall> calls;
  for (int i = 0; i < calls_on_one_thread; ++i) {
    if (!going()) return std::nullopt;
    const Job job = job_of(random_call(type + routine, 64, 2500, most_work, 1, random), machine);
    calls.push_back({amounts_of(job, routine, type, machine, chosen), 1e9 * timed_seconds(job, machine)});
  }
  const std::array<double, 4> costs = fit_costs(calls);
  KernelCosts result{.routine = routine, .type = type};
  result.flop_ns = costs[0], result.panel_flop_ns = costs[1], result.element_ns = costs[2],
  result.step_ns = costs[3];
  result.calls = calls_on_one_thread;
  result.median_error = median(sorted_errors(calls, costs));
  if (machine.usable_threads() < 2) return result;
  ChosenProfile with = chosen;
  with.figures.kernel_costs = {result};
  std::vector<double> ratios;
  for (int i = 0; i < calls_on_all_threads; ++i) {
    if (!going()) return std::nullopt;
    const Job job =
        job_of(random_call(type + routine, 500, 2500, most_work, machine.usable_threads(), random), machine);
    ratios.push_back(timed_seconds(job, machine) / predict(job, machine, with).seconds.total);
  }
  result.all_cores = std::max(1.0, median(ratios));
  return result;
}

}  // namespace

Calibration calibrate(const std::vector<std::string>& routines, const std::vector<std::string>& types,
                      const Machine& machine, const ChosenProfile& chosen, std::uint64_t seed,
                      const Going& going) {
  std::mt19937_64 random(seed);
  Calibration result;
  const double all = double(routines.size() * types.size() * (calls_on_one_thread + calls_on_all_threads));
  double done = 0;
  for (const std::string& routine : routines)
    for (const std::string& type : types) {
      const auto on = [&] { return going("fit " + type + routine, done++ / all); };
      std::optional<KernelCosts> costs = fitted(routine, type, machine, chosen, random, on);
      if (!costs) {
        result.interrupted = true;
        return result;
      }
      costs->date = conditions_now(machine).date;
      result.costs.push_back(*costs);
    }
  return result;
}

double seconds_of_fit(double core_gflops) {
  // The mean of many draws, gemm's, which has the most flops: short calls are repeated, whatever the rate.
  constexpr double of_repeats_s = 1.5, gflop = 38;
  return of_repeats_s + gflop / core_gflops;
}

void keep(const std::vector<KernelCosts>& fresh, MeasuredProfile& profile) {
  for (const KernelCosts& one : fresh) {
    std::erase_if(profile.kernel_costs,
                  [&](const KernelCosts& old) { return old.routine == one.routine && old.type == one.type; });
    profile.kernel_costs.push_back(one);
  }
}

Check check(int calls, const Machine& machine, const ChosenProfile& chosen, std::uint64_t seed,
            const Going& going) {
  std::mt19937_64 random(seed);
  Check result;
  result.conditions = conditions_now(machine);
  constexpr double most_work = 4e9;
  for (int i = 0; i < calls; ++i) {
    if (!going("call " + std::to_string(i + 1), double(i) / calls)) {
      result.interrupted = true;
      return result;
    }
    const CallSpec call = random_call_of_any_form(100, 4000, most_work, machine.usable_threads(), random);
    const Job job = job_of(call, machine);
    result.calls.push_back({call, timed_seconds(job, machine, call.form),
                            predict(job, machine, chosen, call.form).seconds.total});
  }
  return result;
}

}  // namespace numapack
