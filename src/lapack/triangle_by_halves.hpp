// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/leaf.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// The rectangle beside is minus the inverse of one triangle, times it, times the inverse of the other. The
/// first one's is multiplied by, the other is solved with as it was: then X A (close: left; the first stands
/// left) or A X is close to the identity.
template <class T>
void invert_by_halves(const HalfMatrix<T>& a, bool unit_diagonal, Side close, Leaf<T>& leaf) {
  if (a.n <= leaf.most) return leaf.invert(a, unit_diagonal, close);
  const Halved<T> half(a, leaf.most);
  invert_by_halves(half.on(close), unit_diagonal, close, leaf);
  multiply_by_triangle(half.with(close, Transpose::none, T{-1}, unit_diagonal));
  solve_triangle(half.with(opposite(close), Transpose::none, T{1}, unit_diagonal));
  invert_by_halves(half.on(opposite(close)), unit_diagonal, close, leaf);
}

/// The same for arguments that were looked at. Returns the number, from 1, of the first zero on the diagonal,
/// and has written nothing then.
template <class T>
Index invert_checked(const HalfMatrix<T>& a, bool unit_diagonal, Side close) {
  if (!unit_diagonal)
    for (Index i = 0; i < a.n; ++i)
      if (a.diagonal(i) == T{0}) return i + 1;
  if (a.n > Leaf<T>::most) require_runtime();
  Leaf<T> leaf;
  invert_by_halves(a, unit_diagonal, close, leaf);
  return 0;
}

}  // namespace numapack
