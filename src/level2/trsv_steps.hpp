// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/range.hpp"

namespace numapack {

/// Rows that the kernels' own loop substitutes at once: x stays in the nearest cache. What products of
/// squares gain is the other threads and nodes (Z4-066).
inline constexpr Index most_substituted_rows = 512;

/// A call of trsv: x[out] by substitution; or x[out] -= op(A)[out, in] x[in].
struct TrsvStep {
  enum class What { substitute, subtract };
  What what;
  Range out, in;
};

/// each(step), in order, for an op(A) of n rows that is lower triangular, or upper; by halves: of the square
/// between two triangles, x of one goes in and that of the other comes out. (Recursive trsv: Peise &
/// Bientinesi, "ReLAPACK", TOMS 44(2), 2017.)
template <class Each>
void steps_of_trsv(bool lower, Range rows, const Each& each) {
  if (rows.size() <= most_substituted_rows) return each(TrsvStep{TrsvStep::What::substitute, rows, {}});
  const Index half = rows.begin + rows.size() / 2 / 8 * 8;
  const Range top{rows.begin, half}, bottom{half, rows.end};
  const Range &first = lower ? top : bottom, &second = lower ? bottom : top;
  steps_of_trsv(lower, first, each);
  each(TrsvStep{TrsvStep::What::subtract, second, first});
  steps_of_trsv(lower, second, each);
}
template <class Each>
void steps_of_trsv(bool lower, Index n, const Each& each) {
  steps_of_trsv(lower, Range{0, n}, each);
}

}  // namespace numapack
