// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>

#include "probe/clock/core_clock.hpp"
#include "probe/quantities/loaded_plan.hpp"
#include "probe/running/chase_memory.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct LoadedLatencyOptions {
  std::vector<int>
      cores;  ///< that wait; empty: the first core of every node. The others of its node make load
  std::vector<int> nodes;  ///< homes; empty: all with usable memory
  std::size_t bytes = 0;   ///< chased, and again so many loaded; 0: beyond all caches
  std::vector<Mix> mixes{{1, 0}, {3, 1}, {1, 1}};
  int points = 9;
  std::uint64_t seed = 1;
};

/// Curves of latency over bandwidth, after the Mess benchmark (P. Esmaili-Dokht et al., A Mess of Memory
/// System Benchmarking, Simulation and Application Profiling, MICRO 2024): a chain of dependent loads waits
/// for the memory of a node while all other cores of the reader's node read and write the same memory, at a
/// pace that a point names and with a share of writes that a curve names.
class LoadedLatency : public Probe {
 public:
  LoadedLatency(const Machine& machine, LoadedLatencyOptions options);
  const char* name() const override { return "loaded latency"; }
  /// Curve by curve: own memory before others', and reads only before all writes.
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  const Machine& machine_;
  LoadedLatencyOptions options_;
  ChaseMemory memory_;
  std::map<int, std::unique_ptr<HomedMemory>> load_;  ///< by node: what the other cores read and write
  CoreClocks clocks_;
};

/// The mix of a cell. Pure.
Mix mix_of(const Cell& cell);

}  // namespace numapack::probe
