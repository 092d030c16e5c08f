// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/arguments.hpp"
#include "numapack/level3.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

namespace {

/// Row-major matrices are column-major ones of the transposes: A stands on the other side of B, and its
/// halves are exchanged.
template <class T>
TriangularProblem<T> problem_of(const char* routine, Layout layout, Side side, Uplo uplo, Transpose trans,
                                Diag diag, Index m, Index n, T alpha, const T* a, Index lda, T* b,
                                Index ldb) {
  const bool by_rows = is_by_rows(routine, layout);
  require_side(routine, side);
  const Half half = half_of(routine, uplo, by_rows);
  require_diag(routine, diag);
  TriangularProblem<T> problem;
  problem.routine = routine;
  problem.by_rows = by_rows;
  problem.side = (side == Side::left) != by_rows ? Side::left : Side::right;
  problem.stored = half;
  problem.trans = trans;
  problem.unit_diagonal = diag == Diag::unit;
  problem.m = by_rows ? n : m;
  problem.n = by_rows ? m : n;
  problem.alpha = alpha;
  problem.a = a, problem.lda = lda;
  problem.b = b, problem.ldb = ldb;
  return problem;
}

}  // namespace

template <class T>
void trmm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m, std::int64_t n,
          T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  multiply_by_triangle(problem_of("trmm", layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb));
}

template <class T>
void trsm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m, std::int64_t n,
          T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  solve_triangle(problem_of("trsm", layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb));
}

template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, float, const float*,
                   std::int64_t, float*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, float, const float*,
                   std::int64_t, float*, std::int64_t);
template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, double, const double*,
                   std::int64_t, double*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, double, const double*,
                   std::int64_t, double*, std::int64_t);
template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, std::complex<double>*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, std::complex<double>*, std::int64_t);

}  // namespace numapack
