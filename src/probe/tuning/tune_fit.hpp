// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cpu/microarch_figures.hpp"
#include "level3/algorithms/choose.hpp"

namespace numapack::probe {

struct TimedChoice {
  Choice choice;
  double seconds = 0;
};

/// A call, done in each way that choose() might have for it.
struct TimedCall {
  Call call;
  std::vector<TimedChoice> choices;
};

/// What choose() loses with the kernel's row: mean over the calls of the logarithm of the time of what it
/// says over that of the fastest. Differences of 1.5 % count as none, a call's loss as log 4 at most. Pure.
double regret(const std::vector<TimedCall>& calls, const KernelShape& kernel, const Blocking& wanted);

/// Figures of one part of a microarchitecture that lose less.
struct Fit {
  std::map<std::string, double>
      figures;                   ///< those that are not the microarchitecture's; none: nothing lost less
  double before = 0, after = 0;  ///< regret on the calls it was fitted to
};

/// Searches figures of `part` that lose least on these calls, large losses counting more than as many small
/// ones: from those of the kernel's row, or of another
/// microarchitecture that does better, one figure at a time up and down, then some at once at random; in the
/// end each goes back to the microarchitecture's if that costs next to nothing. The same answer from the same
/// seed, unless `enough` (may be null) ends it early. Pure except for that.
Fit fit_part(MicroarchPart part, const std::vector<TimedCall>& calls, const KernelShape& kernel,
             const Blocking& wanted, std::uint64_t seed, const std::function<bool()>& enough = nullptr);

}  // namespace numapack::probe
