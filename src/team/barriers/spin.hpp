// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "team/barriers/barrier.hpp"

namespace numapack {

/// Tells the core that this thread only waits: gives the sibling thread its units and leaves the loop
/// cheaply.
inline void pause_core() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  // `yield` does nothing on most cores; `isb` stalls for some tens of cycles, as the x86 instruction does.
  asm volatile("isb");
#endif
}

/// Spins until done() or patience ends; returns whether done().
template <class Done>
bool spin_until(Patience patience, Done done) {
  for (std::uint32_t spin = 0; spin < patience.spins; ++spin) {
    if (done()) return true;
    pause_core();
  }
  return done();
}

/// How long threads of teams spin inside a region: the core has nothing else to do than wait for its
/// neighbours.
inline constexpr double region_spin_microseconds = 500;

/// The pause instructions that take about so long where one takes `seconds_a_pause`; at least one. Pure.
Patience patience_of(double microseconds, double seconds_a_pause);

/// The same on this core. Measured, because the instruction takes from 10 to 140 cycles depending on the
/// core; costs some tens of microseconds.
Patience patience_of(double microseconds);

}  // namespace numapack
