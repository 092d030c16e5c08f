// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky.hpp"

#include "lapack/arguments.hpp"
#include "lapack/cholesky_steps.hpp"
#include "lapack/leaf.hpp"
#include "lapack/rank_k.hpp"
#include "runtime/runtime.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

/// One step after the other. What a minor that is not positive definite stops is L22 and all after it; the
/// columns of L before that minor go all the way down.
template <class T>
class CholeskyRun {
 public:
  explicit CholeskyRun(const HalfMatrix<T>& a) : a_(a) {}

  Index run() {
    each_cholesky_step({0, a_.n}, leaf_.most, [&](const CholeskyStep& step) {
      switch (step.kind) {
        case CholeskyStep::Kind::leaf:
          return factor(step.at);
        case CholeskyStep::Kind::solve:
          return solve(step.at, step.with);
        case CholeskyStep::Kind::update:
          return update(step.at, step.with);
      }
    });
    return info_;
  }

 private:
  void factor(Range at) {
    if (info_ > 0) return;
    const Index minor = leaf_.cholesky(a_.part(at));
    if (minor > 0) info_ = at.begin + minor;
  }
  /// L21 = A21 L11^-H, U12 = U11^-H A12: as far as L11 goes.
  void solve(Range at, Range beside) const {
    if (info_ > at.end || (info_ > 0 && info_ <= at.begin)) return;
    const Index order = info_ > 0 ? info_ - 1 - at.begin : at.size();
    TriangularProblem<T> problem;
    problem.routine = a_.routine;
    problem.side = a_.is_lower() ? Side::right : Side::left;
    problem.stored = a_.stored;
    problem.trans = Transpose::conjugate_transpose;
    problem.m = a_.is_lower() ? beside.size() : order;
    problem.n = a_.is_lower() ? order : beside.size();
    problem.a = a_.part(at).a, problem.lda = a_.lda;
    problem.b = rectangle(at, beside), problem.ldb = a_.lda;
    solve_triangle(problem);
  }
  void update(Range at, Range with) const {
    if (info_ > 0) return;
    add_rank_k(a_.part(at), T{-1}, a_.is_lower() ? Transpose::none : Transpose::conjugate_transpose,
               rectangle(with, at), with.size());
  }
  /// Beside these of the diagonal.
  T* rectangle(Range at, Range beside) const {
    return a_.is_lower() ? a_.a + beside.begin + at.begin * a_.lda : a_.a + at.begin + beside.begin * a_.lda;
  }

  const HalfMatrix<T> a_;
  Leaf<T> leaf_;
  Index info_ = 0;
};

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
  if (a.n > Leaf<T>::most) require_runtime();
  return CholeskyRun<T>(a).run();
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
  if (solution.n > Leaf<T>::most) require_runtime();
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
