// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/run_notes.hpp"

#include <fmt/core.h>

#include "base/statistics.hpp"

namespace numapack {

std::vector<std::string> clock_notes(const std::deque<probe::RunResult>& runs) {
  std::vector<double> rates;
  int again = 0, moved = 0;
  for (const probe::RunResult& run : runs) {
    again += run.again_for_clock;
    for (const probe::CellResult& cell : run.cells) {
      moved += cell.moved();
      for (const probe::VisitClock& clock : cell.clocks) rates.push_back(clock.ghz());
    }
  }
  if (rates.empty()) return {};
  const Spread of = spread(rates);
  std::vector<std::string> lines{fmt::format(
      "clock of the cores that measured: {:.2f} GHz ({:.2f} to {:.2f})", of.median, of.min, of.max)};
  if (again > 0) lines.push_back(fmt::format("visits made again because the clock had moved: {}", again));
  if (moved > 0) {
    lines.push_back(fmt::format("{} of {} visits were made while the clock moved or before it was steady",
                                moved, rates.size()));
  }
  return lines;
}

std::vector<std::string> disturbance_notes(const std::deque<probe::RunResult>& runs, bool kept) {
  std::vector<probe::Disturbance> wrong;
  int again = 0, visits = 0, disturbed = 0;
  for (const probe::RunResult& run : runs) {
    again += run.again_for_cpu;
    for (const probe::CellResult& cell : run.cells) {
      visits += cell.visits;
      disturbed += cell.disturbed;
      wrong.insert(wrong.end(), cell.wrong.begin(), cell.wrong.end());
    }
  }
  std::vector<std::string> lines;
  if (again > 0)
    lines.push_back(fmt::format("visits made again because a thread had lost its CPU: {}", again));
  if (disturbed == 0) return lines;
  lines.push_back(fmt::format("{} of {} visits were disturbed, {}:", disturbed, visits,
                              kept ? "and kept as asked" : "and discarded"));
  for (const std::string& line : lines_of(wrong)) lines.push_back("  " + line);
  return lines;
}

}  // namespace numapack
