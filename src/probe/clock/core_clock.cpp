// SPDX-License-Identifier: BSD-3-Clause
#include "probe/clock/core_clock.hpp"

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "probe/clock/chain.hpp"

namespace numapack::probe {

namespace {

/// 40 microseconds at 3.3 GHz, a thousand times the grain of the system's clock.
constexpr std::int64_t chain_length = std::int64_t{1} << 17;
constexpr int chains = 4;
constexpr std::size_t most_windows = 1000;

}  // namespace

ClockWindow clock_window() {
  double best = 0;
  for (int chain = 0; chain < chains; ++chain) {
    const double start = seconds_now();
    const std::int64_t cycles = chain_of_additions(chain_length);
    const double seconds = std::max(seconds_now() - start, std::numeric_limits<double>::min());
    best = std::max(best, 1e-9 * static_cast<double>(cycles) / seconds);
  }
  return {seconds_now(), best};
}

Settling settle(std::vector<ClockWindow>& windows, const std::function<ClockWindow()>& next, double best_ghz,
                const SteadyRule& rule) {
  const double start = seconds_now();
  Settling state = Settling::goes_on;
  while (state == Settling::goes_on) {
    windows.push_back(next());
    state = settling(windows, best_ghz, seconds_now() - start, rule);
  }
  return state;
}

VisitClock CoreClocks::bring_to_rest(int pu) {
  Core& core = cores_[pu];
  if (core.windows.size() >= most_windows)
    core.windows.erase(core.windows.begin(), core.windows.begin() + most_windows / 2);
  SteadyRule rule;
  rule.most_seconds = patience_after(core.waited_in_vain);
  VisitClock clock;
  const double start = seconds_now();
  clock.steady = settle(core.windows, clock_window, best_ghz_, rule) == Settling::steady;
  clock.waited_seconds = seconds_now() - start;
  if (clock.steady) best_ghz_ = std::max(best_ghz_, core.windows.back().ghz);
  core.waited_in_vain = clock.steady ? 0 : core.waited_in_vain + 1;
  clock.before_ghz = clock.after_ghz = core.windows.back().ghz;
  return clock;
}

void CoreClocks::look_again(int pu, VisitClock& clock) {
  const ClockWindow window = clock_window();
  cores_[pu].windows.push_back(window);
  clock.after_ghz = window.ghz;
}

}  // namespace numapack::probe
