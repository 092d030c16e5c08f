// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>

#include "base/integer.hpp"
#include "level3/call/matrix_list.hpp"
#include "memory/homes/home_samples.hpp"
#include "numapack/level3.hpp"
#include "qr/qr_plan.hpp"

/// A = Q R by Householder reflectors, what is done with such a Q, and least squares. Q = H_1 ... H_k with H_j
/// = I - tau_j v_j v_j^H; v_j has zeros before element j and a one there. Everything as LAPACK has it: R in
/// the upper triangle, the rest of v_j below, R's diagonal real. Column-major, or row-major with leading
/// dimensions of rows: then all matrices of a problem are, and what is not factored by a plan works on
/// copies.
///
/// Reflectors are made one by one in an unblocked panel of few columns, and put together by halves and in
/// panels (Elmroth and Gustavson, IBM J. Res. Dev. 44(4), 2000) as I - V T V^H with a triangular T (Schreiber
/// and Van Loan, SIAM J. Sci. Stat. Comput. 10(1), 1989), which reaches the rest of the matrix by products.
///
/// With the process's runtime; any number of threads may call at once. The same call has the same bits
/// wherever the pages are and however many threads work. Throw Error before anything is written. Without
/// memory for panels reflectors are taken one by one.
namespace numapack {

/// A (m x n) becomes R and the reflectors, stored likewise; tau: min(m, n).
template <class T>
struct QrProblem {
  Index m = 0, n = 0;
  T* a = nullptr;
  Index lda = 0;
  T* tau = nullptr;
  Layout layout = Layout::column_major;

  bool by_rows() const { return layout == Layout::row_major; }
  MatrixAt matrix() const { return {a, by_rows() ? n : m, by_rows() ? m : n, lda}; }  ///< as it is stored
  PanelShape shape() const { return {type_of<T>(), m, n, by_rows()}; }
};

/// LAPACK's geqrf.
template <class T>
void factor(const QrProblem<T>& problem, const Options& options = {});

/// Those of the lists with these numbers, of one shape, which have been checked, one after the other on the
/// calling thread and in one workspace. Each has the bits of its own factor().
template <class T>
void factor_alike(const PanelShape& shape, const MatrixList<T>& a, Index lda, const MatrixList<T>& tau,
                  Range numbers);

/// The plan that factor() would follow now, unless the matrix is so small that it goes without one.
template <class T>
QrPlan plan_for(const QrProblem<T>& problem, const Options& options = {});

/// C = op(Q) C (left) or C op(Q) (right), C m x n; Q of k reflectors is m x m or n x n.
template <class T>
struct QrProduct {
  Side side = Side::left;
  Transpose trans = Transpose::none;
  Index m = 0, n = 0, k = 0;
  const T* a = nullptr;  ///< what factor() left; nothing on or above its diagonal is read
  Index lda = 0;
  const T* tau = nullptr;
  T* c = nullptr;
  Index ldc = 0;
  Layout layout = Layout::column_major;

  Index order() const { return side == Side::left ? m : n; }
};

/// LAPACK's ormqr and unmqr.
template <class T>
void multiply_by_q(const QrProduct<T>& product);

/// The first n columns of Q (m x m, of the k reflectors in A) in place of A, n <= m, k <= n. Nothing on or
/// above the diagonal is read.
template <class T>
struct QrColumns {
  Index m = 0, n = 0, k = 0;
  T* a = nullptr;
  Index lda = 0;
  const T* tau = nullptr;
  Layout layout = Layout::column_major;
};

/// LAPACK's orgqr and ungqr.
template <class T>
void make_q(const QrColumns<T>& columns);

/// op(A) X = B, A m x n of full rank, B max(m, n) x columns. Where op(A) has more rows than columns, X
/// minimises |op(A) x - b|, and the sum of squares of what stands below X in a column of B is the square of
/// this minimum; where it has fewer, X is the solution of least norm.
template <class T>
struct LeastSquares {
  Transpose trans = Transpose::none;
  Index m = 0, n = 0, columns = 0;
  T* a = nullptr;  ///< becomes its factors: QR where m >= n, else LQ
  Index lda = 0;
  T* b = nullptr;
  Index ldb = 0;
  Layout layout = Layout::column_major;

  bool transposed() const { return trans != Transpose::none; }
  Index rows_of_op() const { return transposed() ? n : m; }
  Index rows_of_x() const { return transposed() ? m : n; }
};

/// LAPACK's gels: 0, or the first row (from 1) of the triangle whose diagonal element is exactly zero; then
/// nothing of B is written. A and B are scaled on the way where their elements are near under- or overflow.
template <class T>
Index solve(const LeastSquares<T>& problem);

}  // namespace numapack
