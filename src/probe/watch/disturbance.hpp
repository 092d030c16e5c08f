// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "probe/watch/preemption.hpp"
#include "probe/watch/surroundings.hpp"

namespace numapack::probe {

/// What can disturb a visit, the plainest first.
enum class Cause {
  moved,       ///< a thread that measured left its hardware thread
  preemption,  ///< a thread that measured had no CPU: amount is the share of its time
  quota,       ///< the same, while the quota of the process's group held it up
  stolen,      ///< the host of this virtual machine ran others: the share of the time
  interrupts,  ///< on a hardware thread that measured: so many a second
  neighbour,   ///< others computed on this machine: so many CPUs
  slow_clock,  ///< the core's clock was below the best of the run: by this share
  distance,    ///< the cores that measured were nearer or farther than usual: so many times
  drift,       ///< the sentinel was slower than in the median: by this share
  apart,       ///< nothing was seen, but its figure is so many times that of other visits of its cell
};

/// Cores that are nearer or farther by this factor count as moved. Where that was seen, a line took 29, 62
/// and 270 ns.
constexpr double distance_differs = 1.5;

struct Disturbance {
  Cause cause = Cause::drift;
  double amount = 0;
  int pu = -1;  ///< where; -1: nowhere in particular
  long switches = 0;
  bool operator==(const Disturbance&) const = default;
};

/// The observations around a visit.
struct VisitContext {
  Preemption preemption;
  Interval interval;           ///< between the snapshots before and after it
  double slow_clock = 0;       ///< by which share the core was slower than it was at best
  double excess = 0;           ///< of the sentinel, next to it
  double distance_change = 1;  ///< of its two cores, next to it: so many times nearer or farther
};

/// Everything that is wrong with a visit; empty: it is clean. What took a CPU away counts from two hundredths
/// of the time, other work on the machine from half a CPU, interrupts from 5,000 a second (some microseconds
/// each), the clock from a tenth, the sentinel from a sixth, and the distance of cores, where two and more
/// measured, from one and a half. Pure.
std::vector<Disturbance> wrong_with(const VisitContext& context);

/// Whether a visit lost its CPU, so that the next try may be better at once. Pure.
bool lost_its_cpu(const Preemption& preemption);

/// What was wrong with several visits, a line a cause, with the ranges of its amounts: "CPU 1 was taken away
/// for 31 to 52 % of the time (3 visits)". Pure.
std::vector<std::string> lines_of(const std::vector<Disturbance>& disturbances);

/// The same without their number, in one line: "CPU 1 was taken away for 31 % of the time, other processes
/// used 1.0 CPUs". Pure.
std::string text_of(const std::vector<Disturbance>& disturbances);

}  // namespace numapack::probe
