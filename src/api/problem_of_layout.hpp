// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "level3/call/problem.hpp"

namespace numapack {

/// The problem as the layout says it: a row-major matrix is its column-major transpose, C' = op(B)' op(A)'.
/// Throws Error(invalid_argument) for a layout that does not exist.
template <class T>
Problem<T> problem_of_layout(Layout layout, Transpose trans_a, Transpose trans_b, Index m, Index n, Index k,
                             T alpha, const T* a, Index lda, const T* b, Index ldb, T beta, T* c, Index ldc) {
  switch (layout) {
    case Layout::column_major:
      return {trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
    case Layout::row_major:
      return {trans_b, trans_a, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc, &gemm_by_rows};
  }
  invalid("gemm", "layout " + std::to_string(static_cast<int>(layout)) + " does not exist",
          "use 101 (row major) or 102 (column major)");
}

}  // namespace numapack
