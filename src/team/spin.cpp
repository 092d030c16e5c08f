#include "team/spin.hpp"

#include <algorithm>

#include "base/clock.hpp"

namespace numapack {

Patience patience_of(double microseconds) {
  constexpr int samples = 5;
  constexpr std::uint32_t spins = 200;
  double fastest = 1;
  for (int sample = 0; sample < samples; ++sample) {
    const double start = seconds_now();
    for (std::uint32_t spin = 0; spin < spins; ++spin) pause_core();
    fastest = std::min(fastest, seconds_now() - start);
  }
  // A coarse clock may show no time at all: the fastest instruction we know takes about 4 ns.
  const double seconds_a_spin = std::max(fastest / spins, 4e-9);
  return {static_cast<std::uint32_t>(std::max(1.0, microseconds * 1e-6 / seconds_a_spin))};
}

}  // namespace numapack
