// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "probe/plans/cell.hpp"

namespace numapack::probe {

/// Of the time of all visits: with the sentinel's looks between them, 3.5 ms in every 250.
constexpr double watched = 1.014;

/// What a run makes once, however many of its cells need it and however often each is visited: the memory of
/// every node that is asked for, touched and looked up, and the chain of loads in it where all cells walk the
/// same one. Its time follows from the cells alone. What a visit makes for itself is part of Cell::seconds.
class SetUp {
 public:
  /// Seconds that this cell would add to those of the cells taken so far.
  double more(const Cell& cell) const;
  void take(const Cell& cell);
  double seconds() const { return seconds_; }

 private:
  struct Home {
    std::size_t touched = 0, linked = 0;  ///< bytes, elements
    PageKind pages = PageKind::small;
  };
  static Home needs(const Cell& cell);
  static double seconds_of(const Home& home);
  Home with(const Cell& cell) const;

  std::map<std::pair<std::string, int>, Home> homes_;  ///< by probe and node
  double seconds_ = 0;
};

/// Of all these cells.
double set_up_seconds(const std::vector<Cell>& cells);

}  // namespace numapack::probe
