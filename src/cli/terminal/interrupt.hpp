// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack {

/// While it lives, the first Ctrl-C (or SIGTERM, SIGHUP) is noted instead of ending the program, so that
/// results so far can be printed; the second ends it. At most one at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// The signal noted, or 0.
  static int signal_noted();
};

/// True once there is one.
inline bool stop_asked() { return InterruptGuard::signal_noted() != 0; }

}  // namespace numapack
