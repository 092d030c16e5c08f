// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>

#include "probe/clock/core_clock.hpp"
#include "probe/quantities/coherence_plan.hpp"
#include "probe/running/chase_memory.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

/// What a core pays for lines that another core holds, by state and by the level of cache that holds them:
/// the six steps of Gao et al., J. Comput. Sci. Technol. 38 (2023), 1323, section 3.1. The reader touches the
/// pages (1); all meet (2); owner and helper bring the lines into the state (3); all meet (4); owner and
/// helper push the lines out of the levels above, by reading others, or flush them to the memory (5); the
/// reader walks or reads them once (6). Repeated from the start for every sample.
class Coherence : public Probe {
 public:
  Coherence(const Machine& machine, CoherenceOptions options);
  const char* name() const override { return "coherence"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  struct Stage;
  const Machine& machine_;
  CoherenceOptions options_;
  CoreClocks clocks_;
  ChaseMemory lines_;
  std::map<int, std::unique_ptr<HomedMemory>> push_;  ///< by node: what is read to push lines out
};

}  // namespace numapack::probe
