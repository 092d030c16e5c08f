// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "base/unless_denied.hpp"
#include "panels/by_columns.hpp"
#include "qr/plain_qr.hpp"
#include "qr/qr.hpp"
#include "qr/reflectors/block_reflector.hpp"
#include "qr/reflectors/scaling.hpp"
#include "qr/reflectors/scratch.hpp"
#include "qr/validate.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

/// F X = B or F^H X = B, where F = Q R is `rows` x `columns` and not wider than high.
template <class T>
struct Factored {
  Index rows = 0, columns = 0;
  T* f = nullptr;
  Index ldf = 0;
  T* tau = nullptr;

  /// The first row whose diagonal element is zero, from 1; 0 if none is.
  Index first_zero() const {
    for (Index i = 0; i < columns; ++i)
      if (f[i * (ldf + 1)] == T{0}) return i + 1;
    return 0;
  }

  /// The same of zeros and NaN, before it is factored, as LAPACK has it without blocks: a reflector of NaN
  /// reaches the columns up to the last that has some, but not if it is of one real element.
  Index first_zero_beside_nan() const {
    for (Index i = 0; i < columns; ++i) {
      const auto has_nan = [&](Index column, Index above) {
        return std::isnan(largest_part(f + above + column * ldf, ldf, rows - above, Index{1}));
      };
      if (!has_nan(i, i)) return i + 1;
      if (std::is_floating_point_v<T> && !has_nan(i, i + 1)) continue;
      Index last = columns - 1;
      while (!has_nan(last, i)) --last;
      return last + 1 < columns ? last + 2 : 0;
    }
    return 0;
  }

  /// X from R X = (Q^H B)[: columns]; what is below tells the residual.
  void minimise_residual(const LeastSquares<T>& p) const {
    multiply_by_q(QrProduct<T>{Side::left, adjoint<T>, rows, p.columns, columns, f, ldf, tau, p.b, p.ldb});
    solve_with_r(Transpose::none, p);
  }
  /// X = Q [Y; 0] from R^H Y = B.
  void minimise_norm(const LeastSquares<T>& p) const {
    solve_with_r(adjoint<T>, p);
    for (Index j = 0; j < p.columns; ++j) std::fill_n(p.b + j * p.ldb + columns, rows - columns, T{0});
    multiply_by_q(
        QrProduct<T>{Side::left, Transpose::none, rows, p.columns, columns, f, ldf, tau, p.b, p.ldb});
  }

 private:
  void solve_with_r(Transpose op, const LeastSquares<T>& p) const {
    TriangularProblem<T> triangle;
    triangle.routine = "gels";
    triangle.stored = Triangle::upper;
    triangle.trans = op;
    triangle.m = columns, triangle.n = p.columns;
    triangle.a = f, triangle.lda = ldf;
    triangle.b = p.b, triangle.ldb = p.ldb;
    solve_triangle(triangle);
  }
};

template <class T>
void set_zero(const LeastSquares<T>& p) {
  for (Index j = 0; j < p.columns; ++j) std::fill_n(p.b + j * p.ldb, std::max(p.m, p.n), T{0});
}

template <class T>
Index solve_by_panels(const LeastSquares<T>& p) {
  const Index rows = std::max(p.m, p.n), columns = std::min(p.m, p.n);
  const Scaling<T> of_a(largest_part(p.a, p.lda, p.m, p.n));
  if (columns == 0 || of_a.is_zero()) {
    set_zero(p);
    return 0;
  }
  // A itself if it is not wider than high, else its adjoint as a copy.
  const bool high = p.m >= p.n;
  const Index ldf = high ? p.lda : spread_leading<T>(rows);
  const WorkspacePool::Lease memory(
      Runtime::get().workspaces(), memory_here(Runtime::get().machine()),
      static_cast<std::size_t>(columns + (high ? 0 : ldf * columns)) * sizeof(T));
  T* const tau = static_cast<T*>(memory.data());
  const Factored<T> factored{rows, columns, high ? p.a : tau + columns, ldf, tau};
  of_a.apply(p.a, p.lda, p.m, p.n);
  if (!high) copy_transposed<true>(p.a, p.lda, p.m, p.n, factored.f, ldf);
  const Index beside_nan = of_a.is_infinite() ? factored.first_zero_beside_nan() : 0;
  factor(QrProblem<T>{rows, columns, factored.f, ldf, tau});
  if (!high) copy_transposed<true>(factored.f, ldf, p.n, p.m, p.a, p.lda);
  if (const Index zero = of_a.is_infinite() ? beside_nan : factored.first_zero(); zero > 0) return zero;

  // An infinite element affects its own column only.
  const auto largest = largest_part(p.b, p.ldb, p.rows_of_op(), p.columns);
  const Scaling<T> of_b(std::isinf(largest) ? 1 : largest);
  of_b.apply(p.b, p.ldb, p.rows_of_op(), p.columns);
  if (high != p.transposed())
    factored.minimise_residual(p);
  else
    factored.minimise_norm(p);
  of_a.undo_inverse(p.b, p.ldb, p.rows_of_x(), p.columns);
  of_b.undo(p.b, p.ldb, rows, p.columns);
  return 0;
}

template <class T>
Index solve_by_rows(const LeastSquares<T>& p) {
  const ByColumns<T> a(p.m, p.n), b(std::max(p.m, p.n), p.columns);
  a.take(p.a, p.lda, p.m);
  b.take(p.b, p.ldb, p.rows_of_op());
  const Index info =
      solve(LeastSquares<T>{p.trans, p.m, p.n, p.columns, a.data, a.leading, b.data, b.leading});
  a.give(p.a, p.lda, p.m);
  if (info == 0) b.give(p.b, p.ldb, std::max(p.m, p.n));
  return info;
}

}  // namespace

template <class T>
Index solve(const LeastSquares<T>& p) {
  if (!has_work(p)) return 0;
  const CancellationOff until_done;
  if (p.layout == Layout::row_major) return solve_by_rows(p);
  Index zero = 0;
  if (unless_denied([&] { zero = solve_by_panels(p); })) return zero;
  // Less than a page may be had where a page is not.
  return solve_plainly(p, std::vector<T>(static_cast<std::size_t>(std::min(p.m, p.n))).data());
}

template Index solve(const LeastSquares<float>&);
template Index solve(const LeastSquares<double>&);
template Index solve(const LeastSquares<std::complex<float>>&);
template Index solve(const LeastSquares<std::complex<double>>&);

}  // namespace numapack
