// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "machine/machine.hpp"
#include "probe/running/runner.hpp"

namespace numapack::testing {

/// This machine, looked at once.
inline const Machine& here() {
  static const Machine machine = detect_machine();
  return machine;
}

/// Expects figures, or none and a reason, and pages where they must be.
inline void expect_figures(const probe::RunResult& result) {
  for (const probe::CellResult& cell : result.cells) {
    EXPECT_EQ(cell.valid(), !cell.series.empty()) << cell.cell.variant;
    for (const probe::Series& series : cell.series) {
      EXPECT_FALSE(series.samples.empty());
      for (const double value : series.samples) {
        EXPECT_GT(value, 0) << series.quantity;
        EXPECT_TRUE(std::isfinite(value));
      }
    }
    if (cell.pages && cell.pages->unavailable.empty() && cell.cell.home >= 0) {
      EXPECT_EQ(cell.pages->by_node[static_cast<std::size_t>(cell.cell.home)], cell.pages->pages);
    }
  }
}

/// One visit a cell, whatever runs besides.
inline probe::RunOptions once() {
  probe::RunOptions options;
  options.rounds = 1;
  options.keep_disturbed = true;  // other tests run at the same time
  return options;
}

}  // namespace numapack::testing
