// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "level3/call/problem.hpp"
#include "runtime/lab_marks.hpp"
#include "runtime/process.hpp"

namespace numapack {

/// The product of level 3 that A x is.
template <class T>
Problem<T> column_problem(Transpose op, Index rows, Index depth, T alpha, const T* a, Index lda, const T* x,
                          T beta, T* y) {
  return {op, Transpose::none,         rows, 1, depth, alpha, a, lda, x, std::max<Index>(1, depth), beta,
          y,  std::max<Index>(1, rows)};
}

/// Bytes of a matrix, with its gaps, up to which it is no product of level 3 but a loop of the calling
/// thread: planning takes as long as the loop (Z4-063).
inline constexpr Index most_near_bytes = 1 << 20;

inline bool is_near(Index lda, Index columns, std::size_t element_bytes) {
  return lda * columns * static_cast<Index>(element_bytes) <= most_near_bytes;
}
inline bool is_near(const Call& product) {
  return is_near(product.lda(), product.columns_of_a(), product.element_bytes());
}

/// False if the matrix is larger, or not all is right at one look.
template <class T>
bool multiply_near(const Problem<T>& p) {
  const bool across = transposes(p.trans_a);
  const Index rows = across ? p.k : p.m, columns = across ? p.m : p.k;
  if (!plainly_right(p) || p.alpha == T{0} || !is_near(p.lda, columns, sizeof(T))) return false;
  const LabMarks marks;
  default_kernel<T>().near_vector(
      {rows, columns, p.a, p.lda, across, conjugates(p.trans_a), p.b, p.alpha, p.beta, p.c});
  return true;
}

}  // namespace numapack
