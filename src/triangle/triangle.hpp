// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>

#include "level3/call/call.hpp"
#include "level3/call/plain_product.hpp"
#include "numapack/level3.hpp"

namespace numapack {

/// Rows of B (left) that change places, row i with pivots[i] - 1: for all i upwards before a solve or a
/// product, or downwards after it (LAPACK's laswp). None without pivots.
struct RowInterchanges {
  const std::int64_t* pivots = nullptr;
  bool before = true;

  /// Of some columns with so many rows, one after the other: each stays in a cache meanwhile.
  template <class T>
  void apply(bool now_before, Index rows, Index columns, T* b, Index ldb) const {
    if (pivots == nullptr || now_before != before) return;
    for (T* column = b; columns-- > 0; column += ldb)
      for (Index turn = 0; turn < rows; ++turn) {
        const Index i = before ? turn : rows - 1 - turn;
        std::swap(column[i], column[pivots[i] - 1]);
      }
  }
};

/// B = alpha op(A) B (left) or alpha B op(A) (right) in place of B, or B from the equations op(A) X = alpha B
/// or X op(A) = alpha B; everything column-major. A is m x m (left) or n x n (right), of which only `stored`
/// is read, and the diagonal unless it is of ones.
template <class T>
struct TriangularProblem {
  const char* routine = "trsm";  ///< for messages
  bool by_rows = false;          ///< likewise: the caller has m and n the other way round
  Side side = Side::left;
  Triangle stored = Triangle::lower;  ///< before op()
  Transpose trans = Transpose::none;
  bool unit_diagonal = false;
  Index m = 0, n = 0;  ///< of B
  T alpha{1};
  const T* a = nullptr;
  Index lda = 0;
  T* b = nullptr;
  Index ldb = 0;
  RowInterchanges interchanges;

  Index order() const { return side == Side::left ? m : n; }
  /// An element of op(A), as it is stored.
  T op_of_a(Index row, Index column) const {
    const T& element = transposes(trans) ? a[column + row * lda] : a[row + column * lda];
    return conjugates(trans) ? conjugate_of(element) : element;
  }
  /// The triangle that op(A) has.
  Triangle triangle() const { return transposes(trans) ? other(stored) : stored; }
};

/// BLAS's trmm, with the process's runtime. Any number of threads may call at once. Throws Error; nothing of
/// B is written then.
template <class T>
void multiply_by_triangle(const TriangularProblem<T>& problem);

/// BLAS's trsm, likewise. A zero on the diagonal gives infinities and NaN, as in BLAS.
template <class T>
void solve_triangle(const TriangularProblem<T>& problem);

}  // namespace numapack
