// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/arguments.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

/// Row-major matrices are column-major ones of the transposes: A stands on the other side of B, and its
/// triangles are exchanged.
template <class T>
TriangularProblem<T> triangle_of_layout(const char* routine, Layout layout, Side side, Uplo uplo,
                                        Transpose trans, Diag diag, Index m, Index n, T alpha, const T* a,
                                        Index lda, T* b, Index ldb) {
  const bool by_rows = is_by_rows(routine, layout);
  require_side(routine, side);
  const Triangle triangle = triangle_of_uplo(routine, uplo, by_rows);
  require_diag(routine, diag);
  TriangularProblem<T> problem;
  problem.routine = routine;
  problem.by_rows = by_rows;
  problem.side = (side == Side::left) != by_rows ? Side::left : Side::right;
  problem.stored = triangle;
  problem.trans = trans;
  problem.unit_diagonal = diag == Diag::unit;
  problem.m = by_rows ? n : m;
  problem.n = by_rows ? m : n;
  problem.alpha = alpha;
  problem.a = a, problem.lda = lda;
  problem.b = b, problem.ldb = ldb;
  return problem;
}

}  // namespace numapack
