// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/range.hpp"

namespace numapack {

/// Some rows and columns of a matrix as it is stored, by the cache lines that they lie in. The matrix is
/// taken to begin with a line. On the mean over as many columns as it takes until they begin at the same
/// places of their lines again. Neither rows nor columns may be none.
class PartInLines {
 public:
  PartInLines(Range rows, Range columns, Index leading, Index element_bytes);

  /// Bytes of the lines over those of the elements: 1, where columns are whole lines.
  double over_elements() const;

  /// Share of the lines in which one of these rows begins, but does not begin the line. `edges`: rows of the
  /// part in their order, the one behind its last among them.
  double share_cut(const std::vector<Index>& edges) const;

 private:
  Index byte_of(Index row, Index column) const { return (column * leading_ + row) * element_; }
  Index line_of(Index row, Index column) const;
  Index lines() const;  ///< in `columns_`

  Range rows_, columns_;  ///< columns_: those that are looked at
  Index end_;             ///< of all columns
  Index leading_, element_;
};

}  // namespace numapack
