// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/clock_notes.hpp"

#include <fmt/core.h>

#include "base/statistics.hpp"

namespace numapack {

std::string clock_notes(const std::deque<probe::RunResult>& runs) {
  std::vector<double> rates;
  int again = 0, moved = 0;
  for (const probe::RunResult& run : runs) {
    again += run.measured_again;
    for (const probe::CellResult& cell : run.cells) {
      moved += cell.moved();
      for (const probe::VisitClock& clock : cell.clocks) rates.push_back(clock.ghz());
    }
  }
  if (rates.empty()) return "";
  const Spread of = spread(rates);
  std::string text = fmt::format("  clock of the cores that measured: {:.2f} GHz ({:.2f} to {:.2f})\n",
                                 of.median, of.min, of.max);
  if (again > 0) text += fmt::format("  visits made again because the clock had moved: {}\n", again);
  if (moved > 0) {
    text += fmt::format("  {} of {} visits were made while the clock moved or before it was steady\n", moved,
                        rates.size());
  }
  return text;
}

}  // namespace numapack
