// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/arguments.hpp"
#include "level3/call/problem.hpp"
#include "numapack/level3.hpp"

namespace numapack {

// What level 3's routines ask for, as problems: structure belongs to the operands. Row-major calls become the
// column-major ones of the transposes. All throw Error(invalid_argument) for letters and layouts that do not
// exist; sizes and pointers are validate()'s.

/// How the callers of a routine call what is multiplied, in either layout.
struct RoutineNames {
  ArgumentNames by_columns, by_rows;

  const ArgumentNames& in(Layout layout) const { return layout == Layout::row_major ? by_rows : by_columns; }

  /// Whose row-major calls have A and B, and m and n, swapped.
  static constexpr RoutineNames transposed_by_rows(const char* name, const char* m, const char* n,
                                                   const char* a, const char* b) {
    return {{name, Layout::column_major, m, n, a, b}, {name, Layout::row_major, n, m, b, a}};
  }
  /// Whose row-major calls have other transpositions.
  static constexpr RoutineNames of_rank_k(const char* name, const char* a, const char* b) {
    return {{name, Layout::column_major, "n", "n", a, b}, {name, Layout::row_major, "n", "n", a, b}};
  }
};
inline constexpr RoutineNames syrk_routine = RoutineNames::of_rank_k("syrk", "a", "a"),
                              herk_routine = RoutineNames::of_rank_k("herk", "a", "a"),
                              syr2k_routine = RoutineNames::of_rank_k("syr2k", "a", "b"),
                              her2k_routine = RoutineNames::of_rank_k("her2k", "a", "b");

/// symm and hemm.
template <class T>
Problem<T> symm_problem(Structure structure, Layout layout, Side side, Uplo uplo, Index m, Index n, T alpha,
                        const T* a, Index lda, const T* b, Index ldb, T beta, T* c, Index ldc);

/// alpha op(A) op(B)' + beta C, of which one triangle is wanted: syrk and herk with A = B, and, if made
/// twofold, syr2k and her2k. `structure` of C says whether ' conjugates.
template <class T>
Problem<T> rank_k_problem(const RoutineNames& names, Structure structure, Layout layout, Uplo uplo,
                          Transpose trans, Index n, Index k, T alpha, const T* a, Index lda, const T* b,
                          Index ldb, T beta, T* c, Index ldc);

template <class T>
Problem<T> gemmt_problem(Layout layout, Uplo uplo, Transpose trans_a, Transpose trans_b, Index n, Index k,
                         T alpha, const T* a, Index lda, const T* b, Index ldb, T beta, T* c, Index ldc);

}  // namespace numapack
