#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "machine/machine.hpp"

namespace numapack::probe {

/// The kernel's counters of a node, in pages of the base size, of all processes together.
struct NodeCounters {
  std::uint64_t hit = 0, miss = 0, foreign = 0, interleave_hit = 0, local = 0, other = 0;
};

/// One for each node of the machine, zeros where the kernel keeps none; empty where it keeps none at all.
/// `root` is put before every path.
std::vector<NodeCounters> node_counters(const Machine& machine, const std::filesystem::path& root = "/");

/// What they grew by. Counts of different lengths give nothing.
std::vector<NodeCounters> operator-(const std::vector<NodeCounters>& after,
                                    const std::vector<NodeCounters>& before);

}  // namespace numapack::probe
