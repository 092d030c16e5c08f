// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "machine/machine.hpp"
#include "probe/loops/chase.hpp"
#include "probe/running/homed_memory.hpp"

namespace numapack::probe {

/// The same small measurement, again and again between the others: what it says should never change.
struct SentinelReading {
  double seconds = 0;  ///< since the first one
  /// A load that hits the L1 cache: changes with the clock and when the core is taken away. 0: its thread
  /// could not sit where it should.
  double l1_ns = 0;
  double memory_ns = 0;    ///< a load from memory: changes also when neighbours use the memory. 0: not known
  double handover_ns = 0;  ///< a line from the first usable core to the last: changes when a host puts
                           ///< virtual CPUs elsewhere. 0: one core only, or they wait for each other's CPU
};

/// Measures on the first usable core and its nearest memory, and between that core and the last.
class Sentinel {
 public:
  explicit Sentinel(const Machine& machine, std::uint64_t seed = 1);
  SentinelReading read();

 private:
  void read_loads(SentinelReading& reading);
  double handover_ns();

  int pu_, last_pu_;
  int slow_handovers_ = 0;
  double start_;
  std::unique_ptr<HomedMemory> near_, far_;
  std::unique_ptr<Chase> l1_, memory_;
};

/// How far a reading is above the median of all, as a fraction: the greater of both figures. Pure.
std::vector<double> excess(const std::vector<SentinelReading>& readings);

/// How many times as long or as short a line took between the cores as in the median of all; 1 where that is
/// not known. Pure.
std::vector<double> distance_changes(const std::vector<SentinelReading>& readings);

/// What to say about a run with these readings, "" if they agree: loads within a tenth, the distance of the
/// cores within a half. Pure.
std::string drift_remark(const std::vector<SentinelReading>& readings);

}  // namespace numapack::probe
