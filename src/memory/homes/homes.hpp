// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/range.hpp"

namespace numapack {

/// Where the pages of one stored matrix are, as shares: the matrix is cut into row_tiles x column_tiles equal
/// tiles (column-major order), and of each tile `share[tile][node]` (summing to 1) is at home on that node.
/// One tile is enough for bind and interleave; block-cyclic layouts and samples of real pages use more.
struct HomeMap {
  Index rows = 0, columns = 0;  ///< of the stored matrix
  int row_tiles = 1, column_tiles = 1;
  std::vector<std::vector<double>> share;

  static HomeMap on_node(Index rows, Index columns, int node, int nodes);
  static HomeMap interleaved(Index rows, Index columns, const std::vector<int>& over, int nodes);
  /// columns distributed over `over` in blocks of nb: the 1-d block-cyclic distribution
  static HomeMap cyclic_columns(Index rows, Index columns, Index nb, const std::vector<int>& over, int nodes);

  /// Elements of the region at home on each node.
  std::vector<double> elements_by_node(Range row_range, Range column_range) const;

  /// Of the transpose.
  HomeMap transposed() const;

  /// The map of a part, with tiles as fine as a call's own samples of where its matrices are.
  HomeMap part(Range row_range, Range column_range) const;
};

/// Homes of the three operands as stored (before op()).
struct Homes {
  HomeMap a, b, c;
};

}  // namespace numapack
