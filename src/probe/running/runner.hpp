// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "probe/running/probe.hpp"
#include "probe/running/sentinel.hpp"

namespace numapack::probe {

struct RunOptions {
  int rounds = 3;                  ///< visits of every cell
  double budget_seconds = 0;       ///< no new visit begins then; 0: none
  double first_round_seconds = 0;  ///< until then the first round goes on all the same
  std::uint64_t seed = 1;          ///< of the order
  bool keep_disturbed = false;     ///< keeps samples of faulty visits, and makes one however late it is
  std::function<bool()> interrupted = [] { return false; };
  std::function<void(const std::string&, double seconds_left)> progress = [](const std::string&, double) {};
};

struct RunResult {
  std::vector<CellResult> cells;  ///< in the order asked for
  std::vector<SentinelReading> sentinel;
  std::string drift;  ///< what the sentinel says against the run; "": nothing
  double seconds = 0;
  bool interrupted = false;
  int again_for_clock = 0;  ///< visits made again at once because the core's clock had moved,
  int again_for_cpu = 0;    ///< and because the thread had lost its CPU
};

/// Seconds that a run is expected to take. Pure.
double expected_seconds(const std::vector<Cell>& cells, int rounds);

/// Visits all cells, each round in a new random order, watched by the sentinel; a cell that cannot be
/// measured says why and is not visited again.
///
/// A visit during which the core's clock moved or a thread lost its CPU is made again at once (three times
/// in all, and no more than a quarter of all visits). If the clock moved each time, the last one's samples
/// are kept and counted as moved. Faulty visits (wrong_with(), compare()) are discarded; cells with too few
/// good visits are visited up to twice more at the end; those that still have too few say what was wrong. A
/// thread that was moved is never kept.
RunResult run(Probe& probe, const std::vector<Cell>& cells, const Machine& machine,
              const RunOptions& options = {});

}  // namespace numapack::probe
