// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "qr/reflectors/widths.hpp"

namespace numapack {

/// What the threads of a panel share besides V and T: where it is, in elements from its begin, for so many
/// blocks of rows and panels of so many columns. Sums over rows are made block by block, whoever has a block,
/// and added up in the order of the blocks.
struct PanelSums {
  Index products = 0;  ///< of each block: half of V^H times the other half
  Index product = 0;   ///< elements of one
  Index w = 0;         ///< their sum
  Index dots = 0;      ///< of each block: a column with those of its unblocked panel
  Index squares = 0;   ///< of each block: of a column
  Index r = 0;         ///< the panel's rows of R, its columns nb apart
  Index tau = 0;
  Index elements = 0;
  Index unit = 1;  ///< columns of micro-panels, see row_unit()

  PanelSums(Index blocks, Index nb, Index columns) : unit(columns) {
    const Index half = first_half(nb), line = 64;
    product = round_up(half * std::max<Index>(1, nb - half), line);
    w = blocks * product;
    dots = w + product;
    squares = dots + blocks * unblocked_columns;
    r = round_up(squares + blocks, line);
    tau = r + round_up(nb * nb, line);
    elements = tau + round_up(nb, line);
  }

  /// Columns of the first half of so many: in whole micro-panels, or unblocked panels of fewer.
  Index first_half(Index columns) const {
    return round_up(divide_up(columns, 2),
                    columns > unit ? std::max(unit, unblocked_columns) : unblocked_columns);
  }
};

}  // namespace numapack
