// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "probe/clock/steady.hpp"

namespace numapack::probe {

/// Reads the clock of the core under the calling thread: no counter, no permission, some 150 microseconds.
ClockWindow clock_window();

/// Reads windows of some rate, each by `next`, until settling() has an answer; they are added to the earlier
/// ones.
Settling settle(std::vector<ClockWindow>& windows, const std::function<ClockWindow()>& next, double best_ghz,
                const SteadyRule& rule);

/// What reading it before a visit and after it takes.
constexpr double clock_seconds_a_visit = 4e-4;

/// What is known of the clocks of the cores of a run. The calls for one hardware thread come from one thread
/// at a time, which is bound to it.
class CoreClocks {
 public:
  /// Keeps the core busy until its clock is steady, for a tenth of a second at most.
  VisitClock bring_to_rest(int pu);

  /// After what was measured: completes the reading.
  void look_again(int pu, VisitClock& clock);

 private:
  struct Core {
    std::vector<ClockWindow> windows;  ///< the last few
    int waited_in_vain = 0;
  };
  std::map<int, Core> cores_;
  double best_ghz_ = 0;  ///< of all that came to rest
};

}  // namespace numapack::probe
