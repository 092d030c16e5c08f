// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/stored_triangle.hpp"
#include "level3/hermitian.hpp"

namespace numapack {

/// C += alpha B B^H (none; B has C's rows) or alpha B^H B (conjugate_transpose; B has C's columns): herk, and
/// syrk for real types. B stands in C's matrix, with its leading dimension. alpha is real.
template <class T>
void add_rank_k(const StoredTriangle<T>& c, T alpha, Transpose trans, const T* b, Index k) {
  const Problem<T> problem = rank_k_problem(herk_routine, Structure::hermitian, Layout::column_major,
                                            c.is_lower() ? Uplo::lower : Uplo::upper, trans, c.n, k, alpha, b,
                                            c.lda, b, c.lda, T{1}, c.a, c.lda);
  update_hermitian(problem, [&] { gemm(problem); });
}

}  // namespace numapack
