// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "probe/plans/cell.hpp"
#include "probe/plans/select.hpp"

namespace numapack::probe {

// What coherence cells are, what they walk and what they cost. All pure.

struct CoherenceOptions {
  std::vector<Pair> pairs;          ///< reader, owner; the same core twice is the local case
  std::vector<int> homes;           ///< nodes; empty: the owner's
  std::vector<std::string> states;  ///< empty: states_of(machine)
  std::vector<std::string> levels;  ///< "L1" … "memory"; empty: all that the machine has
  std::vector<std::size_t> sizes;  ///< not empty: instead of levels; the data stay where their size puts them
  int helper = -1;                 ///< core that shares the lines; -1: near the owner
  std::size_t most_stretch = 0;    ///< of a level, at least a page; 0: as stretch_for() has it
  bool latency = true, bandwidth = true;
  double visit_seconds = 0.03;  ///< as many samples as fit, 3 to 30
  std::uint64_t seed = 1;
};

/// Whole pages, and whole turns of the reading loop.
constexpr std::size_t coherence_unit = 4096;

/// "L1" … "memory", as the machine has them. Pure.
std::vector<std::string> level_names(const Machine& machine);

/// A stretch that a level holds with room to spare, and no smaller one does: half of L1 and L2, of a last
/// level behind them twice the level before, but at most a quarter; 1 MiB of memory. 0 for a level that the
/// machine does not have. Pure.
std::size_t stretch_for(const Machine& machine, const std::string& level);

/// The same, but no more than so much (0: whatever it is), which is enough where lines are pushed out.
std::size_t stretch_for(const Machine& machine, const std::string& level, std::size_t most);

/// What must be read to push lines out of all levels above: a fifth more than they hold. 0 for L1 and memory.
/// Pure.
std::size_t push_bytes(const Machine& machine, const std::string& level);

/// Where the lines of a cell lie, for walking or for reading through.
struct Lines {
  std::size_t span, step;  ///< of the memory, and of the elements in it
  std::size_t every;       ///< distance of the lines that are brought into a state
};

Lines lines_to_read(const Machine& machine, std::size_t bytes);
Lines lines_to_walk(const Machine& machine, const Cell& cell);

/// Samples of a visit, by rough figures for a line.
int samples_of(const Machine& machine, std::size_t bytes, double visit_seconds);

/// The longest stretch that any cell by these options walks or reads.
std::size_t most_bytes(const Machine& machine, const CoherenceOptions& options);

/// The cells by these options, with what each takes.
std::vector<Cell> coherence_cells(const Machine& machine, const CoherenceOptions& options);

}  // namespace numapack::probe
