// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/range.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/runs/conditions.hpp"
#include "cli/runs/machine_profile.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// Progress of a long run; returns false to stop it. `what`: the current part; `done`: the finished share of
/// that part.
using Going = std::function<bool(const std::string& what, double done)>;

/// What one core takes for the work of each routine's steps, by calls on one thread, and how much longer
/// where all cores work, by some on all of them.
struct Calibration {
  std::vector<KernelCosts> costs;
  bool interrupted = false;
};
Calibration calibrate(const std::vector<std::string>& routines, const std::vector<std::string>& types,
                      const Machine& machine, const ChosenProfile& chosen, std::uint64_t seed,
                      const Going& going);

/// Seconds that one routine of one type is expected to take of that, on cores of this rate in double
/// precision.
double seconds_of_fit(double core_gflops);

/// Puts them into a profile, each in place of the one of its routine and type.
void keep(const std::vector<KernelCosts>& fresh, MeasuredProfile& profile);

/// A call that the profile has not been fitted to, predicted and timed.
struct CheckedCall {
  CallSpec call;
  double measured_s = 0, predicted_s = 0;
  double error() const { return predicted_s / measured_s - 1; }
};
struct Check {
  Conditions conditions;
  std::vector<CheckedCall> calls;
  bool interrupted = false;
};
Check check(int calls, const Machine& machine, const ChosenProfile& chosen, std::uint64_t seed,
            const Going& going);

}  // namespace numapack
