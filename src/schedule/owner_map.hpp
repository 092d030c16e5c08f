// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "base/range.hpp"

namespace numapack {

/// Which team owns which tile of a matrix: block-cyclic over a grid of teams, as ScaLAPACK's distributions
/// are (Blackford et al., ScaLAPACK Users' Guide, SIAM 1997, section 4.3.1), or a list. A tile of ownership
/// is finer than a block of an algorithm, and does not depend on it.
class OwnerMap {
 public:
  /// All of it one team's.
  explicit OwnerMap(int team = 0);
  /// Tile (i, j) of mb x nb elements to team teams[i mod rows + (j mod columns) rows]. Throws
  /// Error(invalid_argument) for tiles without elements and for a grid that has not a team a place.
  static OwnerMap cyclic(Index mb, Index nb, int rows, int columns, std::vector<int> teams);
  /// Tile (i, j), of `tile_rows` down, to team owners[i + j tile_rows]. Throws likewise.
  static OwnerMap listed(Index mb, Index nb, Index tile_rows, std::vector<int> owners);

  /// Whose element (row, column) is.
  int of(Index row, Index column) const {
    return owners_[static_cast<std::size_t>(row / mb_ % rows_ + column / nb_ % columns_ * rows_)];
  }
  Index mb() const { return mb_; }
  Index nb() const { return nb_; }

 private:
  OwnerMap(Index mb, Index nb, Index rows, Index columns, std::vector<int> owners);

  Index mb_, nb_, rows_, columns_;
  std::vector<int> owners_;
};

}  // namespace numapack
