// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/range.hpp"
#include "kernel/write_out.hpp"
#include "level3/call/copy_transposed.hpp"
#include "level3/call/packing.hpp"

namespace numapack {

/// The matrix of a factorisation, and copies of its parts. Copies are column-major: of a row-major matrix
/// they are transposed.
template <class T>
struct CallersMatrix {
  T* data = nullptr;
  Index leading = 0;
  bool by_rows = false;

  T* at(Index row, Index column) const {
    return by_rows ? data + column + row * leading : data + row + column * leading;
  }

  /// In place, of a square: the elements of these rows and columns, and those of these columns and rows.
  void transpose(Range rows, Range columns) const {
    T* const one = at(rows.begin, columns.begin);
    if (rows == columns)
      transpose_in_place(one, leading, rows.size());
    else
      exchange_transposed(one, at(columns.begin, rows.begin), leading, rows.size(), columns.size());
  }

  void copy_in(Range rows, Range columns, T* to, Index leading_to) const {
    const T* const from = at(rows.begin, columns.begin);
    if (by_rows)
      copy_transposed<false>(from, leading, columns.size(), rows.size(), to, leading_to);
    else
      copy_block(rows.size(), columns.size(), from, leading, to, leading_to);
  }

  /// With streaming stores.
  void copy_out(Range rows, Range columns, const T* from, Index leading_from) const {
    T* const to = at(rows.begin, columns.begin);
    if (by_rows)
      transpose_streaming(from, leading_from, rows.size(), columns.size(), to, leading);
    else
      write_out(rows.size(), columns.size(), from, leading_from, to, leading);
  }
};

}  // namespace numapack
