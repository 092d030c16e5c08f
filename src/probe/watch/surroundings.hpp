// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>

#include "probe/watch/others.hpp"

namespace numapack::probe {

// What goes on around the visits: looked at a few times a second, for the kernel's counters are files.

/// As counted so far.
struct Surroundings {
  WorkCount work;
  std::map<int, double> interrupts;         ///< of each hardware thread; empty: not looked at
  std::optional<double> throttled_seconds;  ///< that the quota of this process's group has held it up
};

/// Of a text like /proc/interrupts, all kinds together. Pure.
std::map<int, double> interrupts_in(const std::string& text);

/// Of a text like the cpu.stat of a group of either version. Pure.
std::optional<double> throttled_in(const std::string& text);

/// Looks at this machine.
class Watcher {
 public:
  explicit Watcher(const Machine& machine);
  /// On machines with hundreds of CPUs the table of interrupts takes milliseconds to write: it is left out
  /// then, except where `all` is wanted.
  Surroundings snapshot(bool all);

 private:
  std::string quota_file_;  ///< "": no group of this process has a quota
  bool interrupts_are_cheap_ = true;
};

/// Between two looks.
struct Interval {
  double seconds = 0;
  double neighbours = 0;             ///< CPUs that others used beyond what the kernel's ticks leave in doubt
  double throttled_seconds = 0;      ///< by the quota
  std::map<int, double> interrupts;  ///< a second, of each hardware thread; empty: not looked at
  std::map<int, double> stolen;      ///< share of the time that the host gave to others
};

/// Pure.
Interval interval_between(const Surroundings& before, const Surroundings& after);

}  // namespace numapack::probe
