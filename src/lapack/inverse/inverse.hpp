// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/inverse/inverse_steps.hpp"

namespace numapack {

// Inverses in place, by halves. All are thread-safe and throw Error: for wrong arguments before anything is
// written. What a zero on the diagonal stops returns its number, from 1, and has written nothing.

/// The inverse X of a triangle A. X A (left) or A X (right) is the one whose difference from the identity is
/// within a small multiple of |X| |A|, or |A| |X|, roundings (Higham, Accuracy and Stability of Numerical
/// Algorithms, 2nd ed. 2002, section 14.2); both cannot be had. LAPACK's trtri is left.
template <class T>
Index invert_triangle(const StoredTriangle<T>& a, bool unit_diagonal, Side close);

/// U U^H, or L^H L, in place of the triangle: one triangle of a Hermitian matrix, with a real diagonal.
/// LAPACK's lauum.
template <class T>
void multiply_by_adjoint(const StoredTriangle<T>& a);

/// The inverse of A, of which one triangle is stored, from its factor by factor_cholesky().
template <class T>
Index invert_from_cholesky(const StoredTriangle<T>& a);

/// The inverse of A = P L U, n x n, from its factors by factor(), stored likewise.
template <class T>
struct LuInverse {
  Layout layout = Layout::column_major;
  Index n = 0;
  T* a = nullptr;
  Index lda = 0;
  const std::int64_t* pivots = nullptr;
  Index block = columns_of_division;
};

/// Inverts U, and solves X L = U^-1 by blocks of columns (Higham, section 14.3.2: method B; LAPACK's getri).
/// X A is close to the identity. Memory for one block.
template <class T>
Index invert(const LuInverse<T>& inverse);

}  // namespace numapack
