// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "base/integer.hpp"
#include "numapack/sparse.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// A sparse matrix of its own.
template <class T, class I>
struct RandomCsr {
  Index rows = 0, columns = 0;
  std::vector<I> starts{0}, indices;
  std::vector<T> values;

  CsrView<T, I> view() const { return {rows, columns, starts.data(), indices.data(), values.data()}; }
  void end_row() {
    ++rows;
    starts.push_back(static_cast<I>(indices.size()));
  }
  void add(Index column, Generator& random) {
    indices.push_back(static_cast<I>(column));
    values.push_back(random_value<T>(random));
  }
};

/// Rows of some kind: a stencil's, a band's, any columns, of lengths that differ by a power law, with some
/// that are empty and some that are longer than a piece.
template <class T, class I>
RandomCsr<T, I> random_csr(Generator& random, Index most_rows) {
  const auto below = [&](Index most) {
    return static_cast<Index>(random() % static_cast<std::uint64_t>(most));
  };
  RandomCsr<T, I> made;
  const Index rows = below(most_rows) + 1, kind = below(5);
  made.columns = kind < 2 ? rows : below(2) == 0 ? below(2 * most_rows) + 1 : below(200000) + 1;
  const Index grid = below(60) + 2, width = below(12) + 1;
  const Index long_row = below(3) == 0 ? below(rows) : -1;
  while (made.rows < rows) {
    const Index row = made.rows;
    const auto add_near = [&](Index column) {
      if (column >= 0 && column < made.columns) made.add(column, random);
    };
    if (row == long_row) {
      for (Index i = below(2000); i >= 0; --i) made.add(below(made.columns), random);
    } else if (kind == 0) {
      for (const Index away : {-grid, Index{-1}, Index{0}, Index{1}, grid}) add_near(row + away);
    } else if (kind == 1) {
      for (Index away = -width; away <= width; ++away)
        if (below(4) > 0) add_near(row + away);
    } else if (kind == 2) {
      for (Index i = 0; i < width; ++i) made.add(below(made.columns), random);
    } else {
      const Index length = std::min(below(8) == 0 ? below(700) : below(6), 4 * made.columns);
      for (Index i = 0; i < length; ++i) made.add(below(made.columns), random);
    }
    made.end_row();
  }
  return made;
}

}  // namespace numapack::testing
