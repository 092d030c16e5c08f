#pragma once

#include <vector>

#include "kernel/kernel.hpp"

namespace numapack {

/// What the row interchanges of one panel come to, rows counted from the panel's first: row i of the top gets
/// row source[i]; below the top, row moved_to[t] gets what was row moved_from[t] of the top. (No row below
/// gets another row from below: a pivot only ever changes places with a row of the top.)
struct Interchanges {
  std::vector<Index> source, moved_to, moved_from;

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
  const auto moved = static_cast<Index>(interchanges.moved_to.size());
  const Index* const source = interchanges.source.data();
  const Index* const to = interchanges.moved_to.data();
  const Index* const from = interchanges.moved_from.data();
  for (Index c = 0; c < columns; ++c) {
    T* const column = matrix + c * leading;
    for (Index i = 0; i < count; ++i) b[i * nr + c] = column[source[i]];
    for (Index t = 0; t < moved; ++t) column[to[t]] = column[from[t]];
  }
  for (Index c = columns; c < nr; ++c)
    for (Index i = 0; i < count; ++i) b[i * nr + c] = T{0};
}

}  // namespace numapack
