// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "counters/counter_set.hpp"
#include "counters/summary.hpp"

namespace numapack {

/// Counts what this machine has events for, by the kernel and libpfm.
class Counting {
 public:
  Counting(const Machine& machine, CountedProcess whose);

  void start() { set_.start(); }
  void stop() { set_.stop(); }
  /// Since start(), without what lay between stop() and start().
  CountsSummary summary() const { return summarise(set_.counted(), machine_); }

 private:
  const Machine machine_;
  const PerfSystem system_;
  const std::vector<PlannedEvent> plan_;
  const std::unique_ptr<EventNamer> namer_;
  const std::unique_ptr<PerfCalls> calls_;
  CounterSet set_;
};

}  // namespace numapack
