// SPDX-License-Identifier: BSD-3-Clause
#include "probe/clock/steady.hpp"

#include <algorithm>
#include <cmath>

namespace numapack::probe {

namespace {

constexpr double moves = 0.01;
constexpr int most_times = 3, free_repeats = 8, visits_a_repeat = 4;
constexpr int most_halvings = 5;

}  // namespace

Settling settling(const std::vector<ClockWindow>& windows, double best_ghz, double waited,
                  const SteadyRule& rule) {
  if (best_ghz > 0 && !windows.empty() && std::abs(windows.back().ghz / best_ghz - 1) <= rule.tolerance)
    return Settling::steady;
  double least = 0, most = 0;
  for (auto window = windows.rbegin(); window != windows.rend(); ++window) {
    least = window == windows.rbegin() ? window->ghz : std::min(least, window->ghz);
    most = std::max(most, window->ghz);
    if (!(least > 0) || most > least * (1 + rule.tolerance)) break;
    if (windows.back().seconds - window->seconds >= rule.apart_seconds) return Settling::steady;
  }
  return waited < rule.most_seconds ? Settling::goes_on : Settling::given_up;
}

double patience_after(int waited_in_vain, const SteadyRule& rule) {
  return std::ldexp(rule.most_seconds, -std::clamp(waited_in_vain, 0, most_halvings));
}

bool clock_moved(const VisitClock& clock) {
  const double least = std::min(clock.before_ghz, clock.after_ghz);
  const double most = std::max(clock.before_ghz, clock.after_ghz);
  return !clock.steady || !(least > 0) || most > least * (1 + moves);
}

bool left_its_rate(const VisitClock& clock) { return clock.steady && clock_moved(clock); }

bool may_measure_again(int times, int again_so_far, int visits_so_far) {
  return times < most_times && again_so_far < free_repeats + visits_so_far / visits_a_repeat;
}

}  // namespace numapack::probe
