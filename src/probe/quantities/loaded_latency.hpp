// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/clock/core_clock.hpp"
#include "probe/running/chase_memory.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct LoadedLatencyOptions {
  std::vector<int> cores;  ///< that chase; empty: the first core of every node
  std::vector<int> nodes;  ///< homes; empty: all with usable memory
  std::size_t bytes = 0;   ///< chased; 0: four times the last level of cache
  std::vector<int>
      loads;  ///< idle turns between blocks; -1: no load. Empty: from none to all that is possible
  std::uint64_t seed = 1;
};

/// How long a core waits for memory while the other cores of its node read as much of the same node's memory
/// as they can, or less.
class LoadedLatency : public Probe {
 public:
  LoadedLatency(const Machine& machine, LoadedLatencyOptions options);
  const char* name() const override { return "loaded latency"; }
  const char* help() const override {
    return "time of a dependent load against the bandwidth that others draw";
  }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  LoadedLatencyOptions options_;
  ChaseMemory memory_;
  CoreClocks clocks_;
};

}  // namespace numapack::probe
