// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/cell.hpp"

#include <algorithm>

#include "base/statistics.hpp"

namespace numapack::probe {

const char* name(PageKind kind) {
  return kind == PageKind::giant ? "1G" : kind == PageKind::huge ? "huge" : "small";
}

const Series* CellResult::find(const std::string& quantity) const {
  for (const Series& one : series) {
    if (one.quantity == quantity) return &one;
  }
  return nullptr;
}

std::optional<double> CellResult::clock_ghz() const {
  if (clocks.empty()) return std::nullopt;
  std::vector<double> rates;
  for (const VisitClock& clock : clocks) rates.push_back(clock.ghz());
  return median(rates);
}

int CellResult::moved() const {
  return static_cast<int>(std::count_if(clocks.begin(), clocks.end(), clock_moved));
}

}  // namespace numapack::probe
