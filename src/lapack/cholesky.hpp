// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/stored_triangle.hpp"

namespace numapack {

/// A = L L^H, or U^H U, in place of the stored triangle of a Hermitian (symmetric) A, recursively: factor the
/// first part, solve for the off-diagonal block, subtract, factor the second part (Gustavson, IBM J. Res.
/// Dev. 41(6), 1997; LAPACK's potrf2). Returns LAPACK's info: 0, or the order of the first leading minor that
/// is not positive definite; then the columns of L (rows of U) before that one are those of the factor, and
/// the rest is of no use. Imaginary parts on the diagonal are not read, and zero in the factor.
///
/// Any number of threads may call at once. Throws Error: for wrong arguments before anything is written.
template <class T>
Index factor_cholesky(const StoredTriangle<T>& a);

/// A X = B (left) or X A = B (right) in place of B from the factor of A.
template <class T>
struct CholeskySolution {
  const char* routine = "potrs";  ///< for messages
  Triangle stored = Triangle::lower;
  Side side = Side::left;  ///< right: B is columns x n; both as a row-major caller has them
  Index n = 0, columns = 0;
  const T* a = nullptr;
  Index lda = 0;
  T* b = nullptr;
  Index ldb = 0;
};

/// Two triangular solves. Thread-safe. Throws Error, likewise.
template <class T>
void solve(const CholeskySolution<T>& solution);

/// Both; B is left alone if the result, factor_cholesky()'s, is not 0.
template <class T>
Index factor_and_solve(const StoredTriangle<T>& a, Side side, Index columns, T* b, Index ldb);

}  // namespace numapack
