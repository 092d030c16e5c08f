// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace numapack::probe {

// When a clock counts as steady, and what its readings say about a visit. All pure: the loops that read the
// clock decide nothing.

/// The rate of a core over some hundred microseconds: the best of several chains, because who interrupts one
/// of them only makes it longer.
struct ClockWindow {
  double seconds = 0;  ///< when it ended
  double ghz = 0;
};

struct SteadyRule {
  double tolerance = 0.005;      ///< by which windows may differ, as a fraction
  double apart_seconds = 0.004;  ///< of two windows that are compared: a clock that rises takes some 30 ms
  double most_seconds = 0.1;     ///< to wait in all
};

enum class Settling { goes_on, steady, given_up };

/// Whether a core whose windows were these (in order of time) has come to a steady rate: the last one and all
/// windows since one that is `apart_seconds` older agree within the tolerance, or the last one agrees with
/// the best steady rate of all cores so far (0: none yet), beyond which no clock rises. `waited`: seconds
/// since the first window of this wait; older windows are of earlier visits to the core.
Settling settling(const std::vector<ClockWindow>& windows, double best_ghz, double waited,
                  const SteadyRule& rule = {});

/// How long to wait the next time on a core that was waited for in vain so often: half as long each time, so
/// that a core that never becomes steady (an emulator, one that others use all the time) costs little.
double patience_after(int waited_in_vain, const SteadyRule& rule = {});

/// The clock of the core that measured, around one visit.
struct VisitClock {
  double before_ghz = 0, after_ghz = 0;
  bool steady = false;  ///< it had come to a steady rate before the visit
  double waited_seconds = 0;

  /// What turns the visit's nanoseconds into cycles.
  double ghz() const { return (before_ghz + after_ghz) / 2; }
};

/// The rate before and after differ by more than a hundredth, or it was not steady before.
bool clock_moved(const VisitClock& clock);

/// It had come to a steady rate and has left it: the next visit may be better. Where it was not steady to
/// begin with, the next would not be, either.
bool left_its_rate(const VisitClock& clock);

/// Whether to measure at once again what was measured `times` so far: at most three times, and not if a
/// quarter of all visits of the run have been measured again already.
bool may_measure_again(int times, int again_so_far, int visits_so_far);

}  // namespace numapack::probe
