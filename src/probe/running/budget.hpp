// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "probe/running/cell.hpp"

namespace numapack::probe {

/// One kind of measurement that wants a share of the time.
struct Part {
  std::string name;
  std::vector<Cell> cells;  ///< the most important first
  int rounds = 3;           ///< wished
  double weight = 1;        ///< of its share
};

/// What fits.
struct PlannedPart {
  std::string name;
  std::vector<Cell> cells, left_out;
  int rounds = 1;
  double seconds = 0;  ///< expected
};

/// Seconds that every part takes besides its cells.
constexpr double part_overhead = 0.3;

/// Chooses cells so that all parts together take at most nine tenths of the budget as expected: each part
/// first fills its share with one round, in the order of its cells; what is left goes to more cells, part by
/// part, and then to more rounds for all, up to the wish. A part that fits no cell is there with none. Pure.
std::vector<PlannedPart> plan_within(const std::vector<Part>& parts, double budget_seconds);

/// The cells dealt in turn from groups that are alike (nodes of reader, owner and home, distance, state,
/// level, placement): whoever takes only the first has something of everything. Keeps the order within a
/// group. Pure.
std::vector<Cell> in_turn(const std::vector<Cell>& cells, const Machine& machine);

}  // namespace numapack::probe
