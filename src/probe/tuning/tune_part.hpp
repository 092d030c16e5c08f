// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "probe/tuning/tune.hpp"
#include "probe/tuning/tune_fit.hpp"

namespace numapack::probe {

/// Seconds of a call done as the choice says, on one thread.
using ChoiceClock = std::function<double(const Call&, const Choice&)>;

/// Calls timed in each way there is for them.
struct TimedCalls {
  std::vector<TimedCall> calls;
  int timings = 0;  ///< ways of all of them together
  bool interrupted = false;
};

/// Random calls of the kernel's type from this seed, at most `most` of them, as many as there is time for:
/// each in all ways, round by round; a way's time is its least. Calls with but one way are left out.
TimedCalls time_calls(const KernelShape& kernel, const Blocking& wanted, std::uint64_t seed, int most,
                      const ChoiceClock& seconds, const TuneOptions& options);

/// What fitting one part of a microarchitecture came to.
struct PartResult {
  MicroarchPart part = MicroarchPart::in_place;
  Fit fit;
  int calls = 0;                  ///< that it was fitted to
  int drawn = 0;                  ///< others, to which it was not fitted …
  int differing = 0;              ///< … and those of them for which the choice differs
  std::vector<double> ratios;     ///< one a round: geometric mean over these of time before over time after
  int slower = 0;                 ///< of them, by more than a quarter, in the median
  double by_call = 1, error = 0;  ///< mean over them of the logarithm of the median ratio; its standard error
  double gain = 1;                ///< median of `ratios` if taken; else 1
  bool taken = false;
  bool out_of_time = false, interrupted = false;
};

/// Fits one part of the kernel's row to these calls; then calls from another seed for which the new figures
/// choose otherwise are done in both ways, round by round. Taken if that is clearly better: by rounds as
/// better() says, and the mean over the calls by two standard errors; of at least eight calls, of which no
/// more than one in twenty is slower by more than a quarter.
PartResult tune_part(MicroarchPart part, const KernelShape& kernel, const Blocking& wanted,
                     const std::vector<TimedCall>& calls, std::uint64_t seed, const ChoiceClock& seconds,
                     const TuneOptions& options);

}  // namespace numapack::probe
