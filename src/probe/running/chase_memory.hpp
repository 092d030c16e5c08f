// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "probe/loops/chase.hpp"
#include "probe/running/homed_memory.hpp"

namespace numapack::probe {

/// Memory of every node asked for so far, with the chase that was last linked in it: what costs time is done
/// once for all cores that read the same.
class ChaseMemory {
 public:
  /// `most_bytes`: of each node. No stretch that is asked for may be longer; shorter ones have several
  /// places.
  ChaseMemory(const Machine& machine, std::size_t most_bytes, PageKind kind, std::uint64_t seed)
      : machine_(machine), most_bytes_(most_bytes), kind_(kind), seed_(seed) {}

  /// The chase through `bytes` of this node's memory. Valid until the next call for this node. Throws as
  /// HomedMemory does. `place`: 0 is the beginning, others are at pages drawn at random: which lines of a
  /// cache a stretch uses depends on its pages.
  Chase& chase(int home, std::size_t bytes, std::size_t step_bytes, int place = 0,
               ChaseOrder order = ChaseOrder::random);

  const HomedMemory& memory(int home) { return *homes_.at(home).memory; }

 private:
  struct Home {
    std::unique_ptr<HomedMemory> memory;
    std::optional<Chase> chase;
    std::size_t bytes = 0, step_bytes = 0;
    int place = 0;
    ChaseOrder order = ChaseOrder::random;
  };

  const Machine& machine_;
  std::size_t most_bytes_;
  PageKind kind_;
  std::uint64_t seed_;
  std::map<int, Home> homes_;
};

}  // namespace numapack::probe
