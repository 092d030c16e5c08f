// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "level3/call/problem.hpp"

namespace numapack {

/// A block of columns from one place to another.
template <class T>
void copy_block(Index rows, Index columns, const T* from, Index ld_from, T* to, Index ld_to) {
  for (Index j = 0; j < columns; ++j) std::copy_n(from + j * ld_from, rows, to + j * ld_to);
}

/// op(A) from this row and this step of K on, as a packing routine reads it.
template <class T>
PackSource<T> source_of_a(const Problem<T>& problem, Index row, Index step) {
  const bool transposed = transposes(problem.trans_a);
  const Index along = transposed ? problem.lda : 1, across = transposed ? 1 : problem.lda;
  return {problem.a + row * along + step * across, along, across, conjugates(problem.trans_a)};
}

/// op(B) from this column and this step of K on.
template <class T>
PackSource<T> source_of_b(const Problem<T>& problem, Index column, Index step) {
  const bool transposed = transposes(problem.trans_b);
  const Index along = transposed ? 1 : problem.ldb, across = transposed ? problem.ldb : 1;
  return {problem.b + column * along + step * across, along, across, conjugates(problem.trans_b)};
}

}  // namespace numapack
