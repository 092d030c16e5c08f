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
  /// `most_bytes`: of the longest stretch that will be asked for.
  ChaseMemory(const Machine& machine, std::size_t most_bytes, bool huge_pages, std::uint64_t seed)
      : machine_(machine), most_bytes_(most_bytes), huge_pages_(huge_pages), seed_(seed) {}

  /// The chase through `bytes` of this node's memory. Valid until the next call for this node. Throws as
  /// HomedMemory does.
  Chase& chase(int home, std::size_t bytes, std::size_t step_bytes);

  const HomedMemory& memory(int home) { return *homes_.at(home).memory; }

 private:
  struct Home {
    std::unique_ptr<HomedMemory> memory;
    std::optional<Chase> chase;
    std::size_t bytes = 0, step_bytes = 0;
  };

  const Machine& machine_;
  std::size_t most_bytes_;
  bool huge_pages_;
  std::uint64_t seed_;
  std::map<int, Home> homes_;
};

}  // namespace numapack::probe
