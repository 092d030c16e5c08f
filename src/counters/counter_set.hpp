// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "counters/choose.hpp"
#include "counters/event_namer.hpp"
#include "counters/perf_calls.hpp"

namespace numapack {

/// Whose process-wide events are counted.
struct CountedProcess {
  pid_t process = 0;     ///< 0: the caller
  bool on_exec = false;  ///< they start when it becomes another program, not by start()
};

/// What was counted of one event in one place, or why not.
struct CountedEvent {
  const PlannedEvent* planned = nullptr;
  int cpu = -1;  ///< of a unit that cores share: by which it was asked
  RawCount raw;
  std::string refusal;  ///< "" if it was counted

  /// For the whole time, of what it was on a counter; nothing if it never was.
  std::optional<double> count() const;
  /// The share of the time for which it was on a counter: below 1 events took turns.
  std::optional<double> share() const;
};

/// Counts of a plan, from when they are opened to the end of the value. Events of a set are counted at the
/// same time where the CPU has room for them, else they take turns. Threads and children that start later
/// belong to their process.
class CounterSet {
 public:
  /// Never throws for what cannot be counted: that is in counted(). The plan, system and calls must live
  /// longer.
  CounterSet(const std::vector<PlannedEvent>& plan, const PerfSystem& system, EventNamer& namer,
             PerfCalls& calls, CountedProcess whose);
  ~CounterSet();
  CounterSet(const CounterSet&) = delete;
  CounterSet& operator=(const CounterSet&) = delete;

  /// What is between start() and stop() counts, and adds to what was before.
  void start();
  void stop();

  std::vector<CountedEvent> counted() const;

 private:
  struct Opened {
    const PlannedEvent* planned;
    int cpu;
    int descriptor;  ///< -1: refused
    bool leads;      ///< is the first of its group
    std::string refusal;
  };

  void open(const PlannedEvent& event, const EventCode& code, int cpu, const CountedProcess& whose);
  int leader_of(const PlannedEvent& event, int cpu) const;

  const PerfSystem& system_;
  PerfCalls& calls_;
  bool on_exec_;
  std::vector<Opened> opened_;
};

}  // namespace numapack
