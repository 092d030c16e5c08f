// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>

#include "probe/running/chase_memory.hpp"
#include "probe/running/probe.hpp"
#include "probe/running/select.hpp"

namespace numapack::probe {

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

/// What a core pays for lines that another core holds, by state and by the level of cache that holds them:
/// the six steps of Gao et al., J. Comput. Sci. Technol. 38 (2023), 1323, section 3.1. The reader touches the
/// pages (1); all meet (2); owner and helper bring the lines into the state (3); all meet (4); owner and
/// helper push the lines out of the levels above, by reading others, or flush them to the memory (5); the
/// reader walks or reads them once (6). Repeated from the start for every sample.
class Coherence : public Probe {
 public:
  Coherence(const Machine& machine, CoherenceOptions options);
  const char* name() const override { return "coherence"; }
  const char* help() const override {
    return "latency and bandwidth of lines that another core holds, by state and level";
  }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  struct Stage;
  const Machine& machine_;
  CoherenceOptions options_;
  ChaseMemory lines_;
  std::map<int, std::unique_ptr<HomedMemory>> push_;  ///< by node: what is read to push lines out
};

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

}  // namespace numapack::probe
