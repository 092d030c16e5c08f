// SPDX-License-Identifier: BSD-3-Clause
#include "qr/row_major.hpp"

#include <algorithm>

#include "level3/call/turn.hpp"
#include "qr/reflectors/scratch.hpp"
#include "qr/validate.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

/// A row-major matrix of m x n by columns.
template <class T>
class ByColumns {
 public:
  ByColumns(Index m, Index n)
      : leading(spread_leading<T>(m)),
        n_(n),
        lease_(Runtime::get().workspaces(), memory_here(Runtime::get().machine()),
               static_cast<std::size_t>(leading * n) * sizeof(T)),
        data(static_cast<T*>(lease_.data())) {}
  /// The first `rows`.
  void take(const T* from, Index leading_from, Index rows) const {
    turn<false>(from, leading_from, n_, rows, data, leading);
  }
  void give(T* to, Index leading_to, Index rows) const {
    turn<false>(data, leading, rows, n_, to, leading_to);
  }

  const Index leading;

 private:
  const Index n_;
  WorkspacePool::Lease lease_;

 public:
  T* const data;
};

}  // namespace

template <class T>
void factor_row_major(const QrProblem<T>& p, Layout layout) {
  if (!has_work(p, layout)) return;
  const CancellationOff until_done;
  const ByColumns<T> a(p.m, p.n);
  a.take(p.a, p.lda, p.m);
  factor(QrProblem<T>{p.m, p.n, a.data, a.leading, p.tau});
  a.give(p.a, p.lda, p.m);
}

template <class T>
void multiply_by_q_row_major(const QrProduct<T>& p, Layout layout) {
  if (!has_work(p, layout)) return;
  const CancellationOff until_done;
  const ByColumns<T> a(p.order(), p.k), c(p.m, p.n);
  a.take(p.a, p.lda, p.order());
  c.take(p.c, p.ldc, p.m);
  multiply_by_q(QrProduct<T>{p.side, p.trans, p.m, p.n, p.k, a.data, a.leading, p.tau, c.data, c.leading});
  c.give(p.c, p.ldc, p.m);
}

template <class T>
void make_q_row_major(const QrColumns<T>& p, Layout layout) {
  if (!has_work(p, layout)) return;
  const CancellationOff until_done;
  const ByColumns<T> a(p.m, p.n);
  a.take(p.a, p.lda, p.m);
  make_q(QrColumns<T>{p.m, p.n, p.k, a.data, a.leading, p.tau});
  a.give(p.a, p.lda, p.m);
}

template <class T>
Index solve_row_major(const LeastSquares<T>& p, Layout layout) {
  if (!has_work(p, layout)) return 0;
  const CancellationOff until_done;
  const ByColumns<T> a(p.m, p.n), b(std::max(p.m, p.n), p.columns);
  a.take(p.a, p.lda, p.m);
  b.take(p.b, p.ldb, p.rows_of_op());
  const Index info =
      solve(LeastSquares<T>{p.trans, p.m, p.n, p.columns, a.data, a.leading, b.data, b.leading});
  a.give(p.a, p.lda, p.m);
  if (info == 0) b.give(p.b, p.ldb, std::max(p.m, p.n));
  return info;
}

template void factor_row_major(const QrProblem<float>&, Layout);
template void factor_row_major(const QrProblem<double>&, Layout);
template void factor_row_major(const QrProblem<std::complex<float>>&, Layout);
template void factor_row_major(const QrProblem<std::complex<double>>&, Layout);
template void multiply_by_q_row_major(const QrProduct<float>&, Layout);
template void multiply_by_q_row_major(const QrProduct<double>&, Layout);
template void multiply_by_q_row_major(const QrProduct<std::complex<float>>&, Layout);
template void multiply_by_q_row_major(const QrProduct<std::complex<double>>&, Layout);
template void make_q_row_major(const QrColumns<float>&, Layout);
template void make_q_row_major(const QrColumns<double>&, Layout);
template void make_q_row_major(const QrColumns<std::complex<float>>&, Layout);
template void make_q_row_major(const QrColumns<std::complex<double>>&, Layout);
template Index solve_row_major(const LeastSquares<float>&, Layout);
template Index solve_row_major(const LeastSquares<double>&, Layout);
template Index solve_row_major(const LeastSquares<std::complex<float>>&, Layout);
template Index solve_row_major(const LeastSquares<std::complex<double>>&, Layout);

}  // namespace numapack
