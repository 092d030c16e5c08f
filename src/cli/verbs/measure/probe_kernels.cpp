// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/measure/probe_kernels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "cli/predict/calibrate.hpp"
#include "cli/predict/check_page.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "profile/planning.hpp"

namespace numapack {

namespace {

/// What most programs call; each further type takes as long again, and `predict --calibrate` has it.
constexpr const char* type = "d";

probe::Part kernels_part(const Machine& machine) {
  probe::Part part{"kernels", {}, 1, 0, ""};
  if (const std::string level = limits_of_environment().bits; !level.empty()) {
    part.sampled =
        "not measured, because NUMAPACK_BITS is set: their rates are those of calls without a level";
    return part;
  }
  const double seconds = seconds_of_fit(estimate_profile(machine).core_gflops);
  for (const std::string& routine : timed_routines()) {
    probe::Cell cell;
    cell.probe = "kernels";
    cell.variant = routine;
    cell.threads = machine.usable_threads();
    cell.seconds = seconds;
    part.cells.push_back(cell);
  }
  part.sampled = "of type d; numapack predict --calibrate measures those of s, c and z";
  return part;
}

}  // namespace

std::vector<probe::PlannedPart> plan_of_probe(const probe::WholeMachine& whole, const Machine& machine,
                                              double budget) {
  probe::Part kernels = kernels_part(machine);
  std::vector<probe::Part> parts = whole.parts();
  for (const probe::Part& part : parts) kernels.weight += part.weight;
  parts.push_back(kernels);
  std::vector<probe::PlannedPart> plan = probe::plan_within(parts, budget);
  if (!plan.back().cells.empty()) return plan;
  plan = probe::plan_within(whole.parts(), budget);
  plan.push_back({kernels.name, {}, kernels.cells, 1, 0, kernels.sampled});
  return plan;
}

void KernelRates::add_to(MeasuredProfile& profile) const {
  keep(costs, profile);
  profile.remarks.insert(profile.remarks.end(), remarks.begin(), remarks.end());
}

std::string KernelRates::page() const {
  std::string text =
      costs.empty() ? "" : "\nrates of kernels on one core, and how much longer on all\n" + describe(costs);
  for (const std::string& remark : remarks) text += (text.empty() ? "\n" : "") + remark + "\n";
  return text;
}

KernelRates kernel_rates(const probe::PlannedPart& part, const Machine& machine,
                         const MeasuredProfile& profile, std::uint64_t seed, double seconds) {
  KernelRates rates;
  if (part.cells.empty()) {
    if (part.left_out.empty()) rates.remarks.push_back(part.name + ": " + part.sampled);
    return rates;
  }
  ChosenProfile chosen;
  chosen.measured = profile;
  chosen.figures = planning_profile(profile, machine);
  const double begun = seconds_now(), each = seconds_of_fit(chosen.figures.core_gflops);
  const double all = static_cast<double>(part.cells.size());
  const auto left = [&] { return begun + seconds - seconds_now(); };
  Progress progress;
  std::string reason;
  for (std::size_t at = 0; at < part.cells.size() && reason.empty(); ++at) {
    const Going going = [&](const std::string& what, double done) {
      progress.show("kernels: " + what, std::min(left(), each * (all - static_cast<double>(at) - done)));
      return !stop_asked() && left() > 0;
    };
    try {
      if (left() < each && !stop_asked()) {
        reason = "the time was used up";
        break;
      }
      const Calibration fitted = calibrate({part.cells[at].variant}, {type}, machine, chosen, seed, going);
      rates.costs.insert(rates.costs.end(), fitted.costs.begin(), fitted.costs.end());
      if (fitted.interrupted) reason = stop_asked() ? "interrupted" : "the time was used up";
    } catch (const std::exception& error) {
      reason = error.what();
    }
  }
  if (!reason.empty())
    rates.remarks.push_back(fmt::format("{}: {} of {} routines were not measured: {}", part.name,
                                        part.cells.size() - rates.costs.size(), part.cells.size(), reason));
  rates.seconds = seconds_now() - begun;
  return rates;
}

}  // namespace numapack
