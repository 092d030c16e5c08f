// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "probe/running/probe.hpp"
#include "probe/running/sentinel.hpp"

namespace numapack::probe {

struct RunOptions {
  int rounds = 3;             ///< visits of every cell
  double budget_seconds = 0;  ///< after which no new visit begins; 0: none
  std::uint64_t seed = 1;     ///< of the order
  std::function<bool()> interrupted = [] { return false; };
  std::function<void(const std::string&, double seconds_left)> progress = [](const std::string&, double) {};
};

struct RunResult {
  std::vector<CellResult> cells;  ///< in the order asked for
  std::vector<SentinelReading> sentinel;
  std::string drift;  ///< what the sentinel says against the run; "": nothing
  double seconds = 0;
  bool interrupted = false;
  int measured_again = 0;  ///< visits, because the core's clock had moved
};

/// Seconds that a run is expected to take. Pure.
double expected_seconds(const std::vector<Cell>& cells, int rounds);

/// Visits all cells, each round in a new random order, watched by the sentinel; a cell that cannot be
/// measured says why and is not visited again. A visit during which the sentinel was a sixth slower than in
/// the median counts as disturbed; its samples are kept. A visit during which the core's clock moved is made
/// again at once (measure_again()); if it moves each time, the last one's samples are kept and counted as
/// moved.
RunResult run(Probe& probe, const std::vector<Cell>& cells, const Machine& machine,
              const RunOptions& options = {});

}  // namespace numapack::probe
