// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "base/integer.hpp"
#include "kernel/kernel.hpp"
#include "memory/homes/homes.hpp"

namespace numapack {

/// What the row interchanges of one panel come to, rows counted from the panel's first: row i of the top gets
/// row source[i]. A row below the top that moves gives to one row of the top and gets from one (no row below
/// gets another row from below: a pivot only ever changes places with a row of the top).
struct Interchanges {
  struct Move {
    Index row;   ///< below the top
    Index to;    ///< of the top: gets this row
    Index from;  ///< of the top: goes to this row
  };
  std::vector<Index> source;
  std::vector<Move> moves;  ///< in order of their rows

  void reserve(Index count);

  /// From the pivots: row i changed places with row pivots[i] >= i, in order. `rows`: an identity map of at
  /// least as many rows as the panel has, left as it was found.
  void set(const Index* pivots, Index count, Index* rows);
};

/// Rows after all the interchanges in order: row i of the result is row order[i] of before. Starts from the
/// identity on `order`.
void apply_to_order(const Index* pivots, Index count, Index* order);

/// Takes the top rows of some columns, interchanged, as one packed panel of B (count x nr; columns beyond
/// `columns` are zeros), and moves the rest of the rows where they belong. The top rows of the matrix keep
/// what they held.
template <class T>
void interchange_into_panel(const Interchanges& interchanges, T* matrix, Index leading, Index columns,
                            Index nr, T* b) {
  const auto count = static_cast<Index>(interchanges.source.size());
  const Index* const source = interchanges.source.data();
  for (Index c = 0; c < columns; ++c) {
    T* const column = matrix + c * leading;
    for (Index i = 0; i < count; ++i) b[i * nr + c] = column[source[i]];
    for (const Interchanges::Move& move : interchanges.moves) column[move.row] = column[move.from];
  }
  for (Index c = columns; c < nr; ++c)
    for (Index i = 0; i < count; ++i) b[i * nr + c] = T{0};
}

/// The same in pieces, for rows below the top as they become final, any range of rows [begin, end) in its
/// turn. `top` holds the top rows as b will: packed panels of nr columns, one after the other. Both are
/// walked a row of nr elements at a time, so that only the matrix is read column by column, and that is still
/// in cache.
template <class T>
void interchange_rows(const Interchanges& interchanges, Range rows, T* matrix, Index leading, Index columns,
                      Index nr, const T* top, T* b) {
  const auto count = static_cast<Index>(interchanges.source.size());
  const auto before = [](const Interchanges::Move& move, Index row) { return move.row < row; };
  const auto first =
      std::lower_bound(interchanges.moves.begin(), interchanges.moves.end(), rows.begin, before);
  const auto last = std::lower_bound(first, interchanges.moves.end(), rows.end, before);
  for (Index c0 = 0; c0 < columns; c0 += nr, top += nr * count, b += nr * count) {
    const Index width = std::min(nr, columns - c0);
    for (auto move = first; move != last; ++move) {
      T* const row = matrix + move->row + c0 * leading;
      T* const taken = b + move->to * nr;
      const T* const given = top + move->from * nr;
      for (Index c = 0; c < width; ++c) {
        taken[c] = row[c * leading];
        row[c * leading] = given[c];
      }
    }
  }
}

/// The rows of b that come from the top itself, and zeros beyond the last column.
template <class T>
void interchange_top(const Interchanges& interchanges, Index columns, Index nr, const T* top, T* b) {
  const auto count = static_cast<Index>(interchanges.source.size());
  for (Index c0 = 0; c0 < columns; c0 += nr, top += nr * count, b += nr * count) {
    const Index width = std::min(nr, columns - c0);
    for (Index i = 0; i < count; ++i) {
      const Index from = interchanges.source[static_cast<std::size_t>(i)];
      if (from < count) std::copy_n(top + from * nr, nr, b + i * nr);
      std::fill(b + i * nr + width, b + (i + 1) * nr, T{0});
    }
  }
}

}  // namespace numapack
