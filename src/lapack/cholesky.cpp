// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky.hpp"

#include "lapack/arguments.hpp"
#include "lapack/leaf.hpp"
#include "lapack/rank_k.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
Index factor_by_halves(const HalfMatrix<T>& a, Leaf<T>& leaf) {
  if (a.n <= leaf.most) return leaf.cholesky(a);
  const Halved<T> half(a, leaf.most);
  const Index info = factor_by_halves(half.top, leaf);
  // L21 = A21 L11^-H, U12 = U11^-H A12: as far as L11 goes.
  const Side side = a.is_lower() ? Side::right : Side::left;
  TriangularProblem<T> beside = half.with(side, Transpose::conjugate_transpose);
  if (info > 0) (a.is_lower() ? beside.n : beside.m) = info - 1;
  solve_triangle(beside);
  if (info > 0) return info;
  add_rank_k(half.bottom, T{-1}, a.is_lower() ? Transpose::none : Transpose::conjugate_transpose, half.beside,
             half.top.n);
  const Index behind = factor_by_halves(half.bottom, leaf);
  return behind > 0 ? half.top.n + behind : 0;
}

template <class T>
void validate(const CholeskySolution<T>& s) {
  const bool left = s.side == Side::left;
  require_size(s.routine, "n", s.n);
  require_size(s.routine, "nrhs", s.columns);
  require_matrix(s.routine, "a", "lda", s.n, s.n, s.lda, sizeof(T));
  require_matrix(s.routine, "b", "ldb", left ? s.n : s.columns, left ? s.columns : s.n, s.ldb, sizeof(T));
  if (s.n == 0 || s.columns == 0) return;
  require_address(s.routine, "a", s.a);
  require_address(s.routine, "b", s.b);
}

template <class T>
void substitute(const CholeskySolution<T>& s) {
  const bool left = s.side == Side::left;
  TriangularProblem<T> triangle;
  triangle.routine = s.routine;
  triangle.side = s.side;
  triangle.stored = s.stored;
  triangle.m = left ? s.n : s.columns;
  triangle.n = left ? s.columns : s.n;
  triangle.a = s.a, triangle.lda = s.lda;
  triangle.b = s.b, triangle.ldb = s.ldb;
  // A = F F^H with F = L or U^H: from the left F comes first, from the right F^H.
  const bool turned_first = (s.stored == Half::lower) != left;
  for (const bool turned : {turned_first, !turned_first}) {
    triangle.trans = turned ? Transpose::conjugate_transpose : Transpose::none;
    solve_triangle(triangle);
  }
}

template <class T>
Index factor_checked(const HalfMatrix<T>& a) {
  if (a.n > Leaf<T>::most) require_runtime(type_of<T>());
  Leaf<T> leaf;
  return factor_by_halves(a, leaf);
}

}  // namespace

template <class T>
Index factor_cholesky(const HalfMatrix<T>& a) {
  require(a);
  const CancellationOff until_done;
  return factor_checked(a);
}

template <class T>
void solve(const CholeskySolution<T>& solution) {
  validate(solution);
  if (solution.n == 0 || solution.columns == 0) return;
  if (solution.n > Leaf<T>::most) require_runtime(type_of<T>());
  const CancellationOff until_done;
  substitute(solution);
}

template <class T>
Index factor_and_solve(const HalfMatrix<T>& a, Side side, Index columns, T* b, Index ldb) {
  require(a);
  const CholeskySolution<T> solution{a.routine, a.stored, side, a.n, columns, a.a, a.lda, b, ldb};
  validate(solution);
  const CancellationOff until_done;
  const Index info = factor_checked(a);
  if (info == 0 && a.n > 0 && columns > 0) substitute(solution);
  return info;
}

template Index factor_cholesky(const HalfMatrix<float>&);
template Index factor_cholesky(const HalfMatrix<double>&);
template Index factor_cholesky(const HalfMatrix<std::complex<float>>&);
template Index factor_cholesky(const HalfMatrix<std::complex<double>>&);
template void solve(const CholeskySolution<float>&);
template void solve(const CholeskySolution<double>&);
template void solve(const CholeskySolution<std::complex<float>>&);
template void solve(const CholeskySolution<std::complex<double>>&);
template Index factor_and_solve(const HalfMatrix<float>&, Side, Index, float*, Index);
template Index factor_and_solve(const HalfMatrix<double>&, Side, Index, double*, Index);
template Index factor_and_solve(const HalfMatrix<std::complex<float>>&, Side, Index, std::complex<float>*,
                                Index);
template Index factor_and_solve(const HalfMatrix<std::complex<double>>&, Side, Index, std::complex<double>*,
                                Index);

}  // namespace numapack
