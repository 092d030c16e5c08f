// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "memory/homes/homes.hpp"

namespace numapack {

/// Cumulated homes of one operand as op() presents it, so that asking for a region costs four look-ups a node
/// whatever the number of tiles: a search over grids asks thousands of times.
class HomeSums {
 public:
  /// `transposed`: the rows asked for are the columns as stored.
  HomeSums(const HomeMap& map, bool transposed);

  /// Adds `scale` x elements of op(matrix)[rows, columns] at home on each node to out[node]. Linear in both
  /// ranges.
  void add(Range rows, Range columns, double scale, double* out) const;

  /// True if every region has the same shares: where a node's part lies then makes no difference.
  bool uniform() const { return uniform_; }
  std::size_t nodes() const { return nodes_; }

 private:
  void corner(double row, double column, double scale, double* out) const;

  std::size_t nodes_ = 0;
  bool transposed_ = false, uniform_ = true;
  double row_tile_ = 1, column_tile_ = 1;  ///< elements a tile
  int row_tiles_ = 1, column_tiles_ = 1;
  std::vector<double> share_;  ///< of the only tile, if uniform
  std::vector<double> sums_;   ///< [column edge][row edge][node]: elements above and left of that corner
};

}  // namespace numapack
