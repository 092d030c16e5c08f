// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain.hpp"
#include "level3/call/plain_product.hpp"
#include "qr/qr.hpp"
#include "qr/reflectors/scaling.hpp"

namespace numapack {

/// QR reflector by reflector without memory, runtime and kernel, for calls that are denied them (LAPACK's
/// geqr2, orm2r, org2r). Element (i, j) of what holds R and the reflectors at a[i * down + j * across];
/// `Element` is const where they are only read.
template <class T, class Element = T>
class PlainQr {
  using R = typename RealPart<T>::type;

 public:
  PlainQr(Index rows, Element* a, Index down, Index across, const T* tau)
      : rows_(rows), a_(a), down_(down), across_(across), tau_(tau) {}

  /// tau: this one's, to be written.
  void factor(Index columns, T* tau) const {
    for (Index j = 0; j < std::min(rows_, columns); ++j) {
      tau[j] = make_reflector(j);
      for (Index c = j + 1; c < columns; ++c)
        reflect(j, conjugate_of(tau[j]), false, a_ + j * down_ + c * across_, down_);
    }
  }

  /// C = op(Q) C or C op(Q) with the first k reflectors. `lines`: columns of C (left), or its rows.
  void multiply(Side side, Transpose op, Index k, T* c, Index ldc, Index lines) const {
    const bool left = side == Side::left, plain = op == Transpose::none;
    for (Index turn = 0; turn < k; ++turn) {
      // Q C = H_1 ... (H_k C) begins with the last reflector.
      const Index j = left == plain ? k - 1 - turn : turn;
      const T tau = plain ? tau_[j] : conjugate_of(tau_[j]);
      for (Index line = 0; line < lines; ++line)
        reflect(j, tau, !left, c + j * (left ? 1 : ldc) + line * (left ? ldc : 1), left ? 1 : ldc);
    }
  }

  /// The first `columns` of Q, of which k are those of reflectors, in their place.
  void make_q(Index columns, Index k) const {
    for (Index j = k; j < columns; ++j)
      for (Index i = 0; i < rows_; ++i) at(i, j) = i == j ? T{1} : T{0};
    for (Index j = k - 1; j >= 0; --j) {
      for (Index c = j + 1; c < columns; ++c) reflect(j, tau_[j], false, a_ + j * down_ + c * across_, down_);
      for (Index i = 0; i < j; ++i) at(i, j) = T{0};
      at(j, j) = T{1} - tau_[j];
      for (Index i = j + 1; i < rows_; ++i) at(i, j) = -plain_product(tau_[j], at(i, j));
    }
  }

  /// The first row, from 1, whose diagonal element is zero; 0 if none is.
  Index first_zero(Index columns) const {
    for (Index j = 0; j < columns; ++j)
      if (at(j, j) == T{0}) return j + 1;
    return 0;
  }

 private:
  Element& at(Index i, Index j) const { return a_[i * down_ + j * across_]; }

  /// x -= tau v (v^H x), or, `across`, tau conj(v) (v^T x); x begins with the one of v.
  void reflect(Index j, const T& tau, bool across, T* x, Index step) const {
    const auto v = [&](Index i) {
      const T element = i == 0 ? T{1} : T{at(j + i, j)};
      return across ? conjugate_of(element) : element;
    };
    T sum{0};
    for (Index i = 0; i < rows_ - j; ++i) sum += plain_product(conjugate_of(v(i)), x[i * step]);
    sum = plain_product(tau, sum);
    for (Index i = 0; i < rows_ - j; ++i) x[i * step] -= plain_product(sum, v(i));
  }

  /// LAPACK's larfg of column j: with numbers as large as 1 nothing over- or underflows on the way.
  T make_reflector(Index j) const {
    R below{0};
    for (Index i = j + 1; i < rows_; ++i) below = larger(below, at(i, j));
    T& alpha = at(j, j);
    if (below == R{0} && std::imag(alpha) == R{0}) return T{0};
    const R unit = larger(below, alpha);
    R squares{0};
    for (Index i = j + 1; i < rows_; ++i) squares += std::norm(at(i, j) / unit);
    const T scaled = alpha / unit;
    const R norm = std::hypot(std::real(scaled), std::imag(scaled), std::sqrt(squares));
    const R beta = -std::copysign(norm, std::real(scaled));
    const T past = scaled - beta;
    for (Index i = j + 1; i < rows_; ++i) at(i, j) = quotient(at(i, j) / unit, past);
    alpha = T{beta * unit};
    return -past / beta;
  }
  /// NaN stays.
  static R larger(R most, const T& value) {
    for (const R part : {std::abs(std::real(value)), std::abs(std::imag(value))})
      if (part > most || std::isnan(part)) most = part;
    return most;
  }

  const Index rows_;
  Element* const a_;
  const Index down_, across_;
  const T* const tau_;
};

/// gels likewise. tau: room for min(m, n).
template <class T>
Index solve_plainly(const LeastSquares<T>& p, T* tau) {
  const Index rows = std::max(p.m, p.n), columns = std::min(p.m, p.n);
  const auto conjugate_a = [&] {
    for (Index j = 0; j < p.n; ++j)
      for (Index i = 0; i < p.m; ++i) p.a[i + j * p.lda] = conjugate_of(p.a[i + j * p.lda]);
  };
  const Scaling<T> of_a(largest_part(p.a, p.lda, p.m, p.n));
  if (columns == 0 || of_a.is_zero()) {
    for (Index j = 0; j < p.columns; ++j) std::fill_n(p.b + j * p.ldb, rows, T{0});
    return 0;
  }
  of_a.apply(p.a, p.lda, p.m, p.n);
  // Of an A that is wider than high the adjoint, in A's place.
  const bool high = p.m >= p.n;
  if (!high) conjugate_a();
  const PlainQr<T> qr(rows, p.a, high ? 1 : p.lda, high ? p.lda : 1, tau);
  qr.factor(columns, tau);
  const Index zero = qr.first_zero(columns);
  if (zero == 0) {
    const Scaling<T> of_b(largest_part(p.b, p.ldb, p.rows_of_op(), p.columns));
    of_b.apply(p.b, p.ldb, p.rows_of_op(), p.columns);
    const bool least_residual = high != p.transposed();
    if (least_residual)
      qr.multiply(Side::left, Transpose::conjugate_transpose, columns, p.b, p.ldb, p.columns);
    // R stands above the diagonal of a high A, R^T below that of another one.
    const Transpose of_r = least_residual ? Transpose::none : Transpose::conjugate_transpose;
    const PlainTriangle<T> r{
        high ? Triangle::upper : Triangle::lower, high ? of_r : transposed(of_r), false, columns, p.a, p.lda};
    for (Index j = 0; j < p.columns; ++j) {
      r.solve(T{1}, p.b + j * p.ldb, 1);
      if (!least_residual) std::fill_n(p.b + j * p.ldb + columns, rows - columns, T{0});
    }
    if (!least_residual) qr.multiply(Side::left, Transpose::none, columns, p.b, p.ldb, p.columns);
    of_a.undo_inverse(p.b, p.ldb, p.rows_of_x(), p.columns);
    of_b.undo(p.b, p.ldb, rows, p.columns);
  }
  if (!high) conjugate_a();
  return zero;
}

}  // namespace numapack
