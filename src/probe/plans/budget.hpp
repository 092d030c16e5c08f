// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "probe/plans/cell.hpp"

namespace numapack::probe {

/// One kind of measurement that wants a share of the time.
struct Part {
  std::string name;
  std::vector<Cell> cells;  ///< the most important first
  int rounds = 3;           ///< wished
  double weight = 1;        ///< of its share
  std::string sampled;      ///< where the cells are some of many: of how many, and how chosen
  int least_rounds = 1;     ///< fewer give no figure
};

/// What fits.
struct PlannedPart {
  std::string name;
  std::vector<Cell> cells, left_out;
  int rounds = 1;
  double seconds = 0;  ///< expected, with what is made once
  std::string sampled;
};

/// Seconds that every part takes besides its cells and what is made for them: the sentinel's memory.
constexpr double part_overhead = 0.3;

/// Chooses cells so that all parts together take at most nine tenths of the budget as expected: each part
/// first fills its share with its least rounds, in the order of its cells and with what must be made for
/// them; what is left goes to more cells, part by part, and then to more rounds for all, up to the wish. A
/// part that fits no cell is there with none. Pure.
std::vector<PlannedPart> plan_within(const std::vector<Part>& parts, double budget_seconds);

/// The cells dealt in turn from groups that are alike (nodes of reader, owner and home, distance, state,
/// level, placement), and the groups in turn from what they are groups of (distance, state, level, placement
/// on whatever nodes): whoever takes only the first has something of everything. Both ways of a pair of cores
/// stay next to each other. Keeps the order within a group. Pure.
std::vector<Cell> in_turn(const std::vector<Cell>& cells, const Machine& machine);

}  // namespace numapack::probe
