// SPDX-License-Identifier: BSD-3-Clause
#include "team/barriers/spin.hpp"

#include <algorithm>
#include <cmath>

#include "base/clock.hpp"

namespace numapack {

namespace {
double seconds_a_pause_here() {
  constexpr int samples = 5;
  constexpr std::uint32_t spins = 200;
  double fastest = 1;
  for (int sample = 0; sample < samples; ++sample) {
    const double start = seconds_now();
    for (std::uint32_t spin = 0; spin < spins; ++spin) pause_core();
    fastest = std::min(fastest, seconds_now() - start);
  }
  return fastest / spins;
}
}  // namespace

Patience patience_of(double microseconds, double seconds_a_pause) {
  // A coarse clock may show no time at all: the fastest instruction we know takes about 4 ns.
  const double pauses = microseconds * 1e-6 / std::max(seconds_a_pause, 4e-9);
  return {static_cast<std::uint32_t>(std::max(1.0, std::round(pauses)))};
}

Patience patience_of(double microseconds) { return patience_of(microseconds, seconds_a_pause_here()); }

}  // namespace numapack
