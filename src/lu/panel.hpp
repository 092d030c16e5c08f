// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "base/integer.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

/// Columns of a matrix in the format that the micro-kernel reads as A: micro-panels of mr rows, each
/// `columns` steps of mr neighbouring elements, the last micro-panel filled up. A factorisation that works in
/// this format has its L ready for the update, needs no packing between the levels of its recursion, and
/// meets no stride of the user's matrix.
template <class T>
struct PackedPanel {
  T* data = nullptr;
  Index rows = 0, columns = 0;
  Index mr = 1;

  Index stride() const { return mr * columns; }  ///< from micro-panel to micro-panel
  Index micro_panels() const { return divide_up(rows, mr); }
  T* micro_panel(Index number) const { return data + number * stride(); }
  T& at(Index row, Index column) const {
    const Index number = divide(row, mr);
    return data[number * stride() + column * mr + (row - number * mr)];
  }

  void swap_rows(Index one, Index other, Index first_column, Index end_column) const {
    if (one == other) return;
    T* const x = &at(one, 0);
    T* const y = &at(other, 0);
    for (Index column = first_column; column < end_column; ++column)
      std::swap(x[column * mr], y[column * mr]);
  }

  /// Some micro-panels back into a column-major matrix, whose first row is the panel's. A few columns at a
  /// time, so that neither side's pages are too many.
  void copy_out(Index first_micro_panel, Index end_micro_panel, T* matrix, Index leading) const {
    constexpr Index together = 8;
    for (Index c0 = 0; c0 < columns; c0 += together) {
      const Index c1 = std::min(columns, c0 + together);
      for (Index number = first_micro_panel; number < end_micro_panel; ++number) {
        const Index row = number * mr, count = std::min(mr, rows - row);
        const T* const from = micro_panel(number);
        for (Index column = c0; column < c1; ++column)
          std::copy_n(from + column * mr, count, matrix + row + column * leading);
      }
    }
  }
};

}  // namespace numapack
