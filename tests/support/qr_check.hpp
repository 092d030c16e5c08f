// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "support/guarded.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// A column-major matrix that ends at an inaccessible page; what lies between its columns is known.
template <class T>
class Rectangle {
 public:
  Rectangle(Index rows, Index columns, Index slack = 0)
      : m(rows), n(columns), ld(std::max<Index>(1, rows + slack)), data_(count()) {
    std::fill(data_.data(), data_.data() + data_.size(), T{-77});
  }
  T* data() const { return data_.data(); }
  T& at(Index i, Index j) const { return data_[static_cast<std::size_t>(i + j * ld)]; }
  template <class Value>
  Rectangle& fill(Value value) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) at(i, j) = value(i, j);
    return *this;
  }
  Rectangle& randomise(Generator& generator) {
    return fill([&](Index, Index) { return random_value<T>(generator); });
  }
  std::vector<T> all() const { return {data(), data() + data_.size()}; }
  bool gaps_are_whole() const {
    for (Index j = 0; m > 0 && j + 1 < n; ++j)
      for (Index i = m; i < ld; ++i)
        if (at(i, j) != T{-77}) return false;
    return true;
  }

  const Index m, n, ld;

 private:
  std::size_t count() const { return m == 0 || n == 0 ? 0 : static_cast<std::size_t>(ld * (n - 1) + m); }
  Guarded<T> data_;
};

/// A matrix in the arithmetic of the reference.
template <class T>
struct WideMatrix {
  using W = Wide<T>;
  using R = WideReal<T>;
  Index m, n;
  std::vector<W> data;

  WideMatrix(Index rows, Index columns) : m(rows), n(columns), data(static_cast<std::size_t>(m * n)) {}
  explicit WideMatrix(const Rectangle<T>& from) : WideMatrix(from.m, from.n) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) at(i, j) = W(from.at(i, j));
  }
  static WideMatrix identity(Index rows, Index columns) {
    WideMatrix one(rows, columns);
    for (Index j = 0; j < std::min(rows, columns); ++j) one.at(j, j) = W{1};
    return one;
  }
  W& at(Index i, Index j) { return data[static_cast<std::size_t>(i + j * m)]; }
  const W& at(Index i, Index j) const { return data[static_cast<std::size_t>(i + j * m)]; }
  WideMatrix adjoint() const {
    WideMatrix transposed(n, m);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) transposed.at(j, i) = conj_of(at(i, j));
    return transposed;
  }
  R norm_of_column(Index j) const { return norm(j, 0, m); }
  R norm(Index j, Index first_row, Index end_row) const {
    R squares = 0;
    for (Index i = first_row; i < end_row; ++i) squares += std::norm(at(i, j));
    return std::sqrt(squares);
  }
  R norm() const {
    R squares = 0;
    for (Index j = 0; j < n; ++j) squares += norm_of_column(j) * norm_of_column(j);
    return std::sqrt(squares);
  }
};

template <class T>
WideMatrix<T> operator-(WideMatrix<T> x, const WideMatrix<T>& y) {
  for (std::size_t i = 0; i < x.data.size(); ++i) x.data[i] -= y.data[i];
  return x;
}

template <class T>
WideMatrix<T> operator*(const WideMatrix<T>& x, const WideMatrix<T>& y) {
  WideMatrix<T> product(x.m, y.n);
  for (Index j = 0; j < y.n; ++j)
    for (Index p = 0; p < x.n; ++p)
      for (Index i = 0; i < x.m; ++i) product.at(i, j) += x.at(i, p) * y.at(p, j);
  return product;
}

/// C = Q C, or Q^H C, one reflector after the other, with what is stored below the diagonal of `factors`.
template <class T, class Factors>
void apply_reflectors(const Factors& factors, const std::vector<Wide<T>>& tau, bool adjoint,
                      WideMatrix<T>& c) {
  using W = Wide<T>;
  const auto k = static_cast<Index>(tau.size());
  for (Index turn = 0; turn < k; ++turn) {
    const Index r = adjoint ? turn : k - 1 - turn;
    const W factor = adjoint ? conj_of(tau[static_cast<std::size_t>(r)]) : tau[static_cast<std::size_t>(r)];
    if (factor == W{0}) continue;
    for (Index j = 0; j < c.n; ++j) {
      W sum = c.at(r, j);
      for (Index i = r + 1; i < c.m; ++i) sum += conj_of(W(factors.at(i, r))) * c.at(i, j);
      sum *= factor;
      c.at(r, j) -= sum;
      for (Index i = r + 1; i < c.m; ++i) c.at(i, j) -= W(factors.at(i, r)) * sum;
    }
  }
}

template <class T>
std::vector<Wide<T>> widened(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

/// The first columns of Q.
template <class T, class Factors>
WideMatrix<T> columns_of_q(const Factors& factors, const std::vector<Wide<T>>& tau, Index rows,
                           Index columns) {
  WideMatrix<T> q = WideMatrix<T>::identity(rows, columns);
  apply_reflectors(factors, tau, false, q);
  return q;
}

/// What rounding may do to a column of norm 1 that meets `reflectors` of `rows` elements: gamma_{c m n} with
/// a small c, that of Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, theorem 19.4 and
/// lemma 19.3. Complex operations as in his lemma 3.5.
template <class T>
WideReal<T> allowed(Index rows, Index reflectors) {
  const Index c = std::is_same_v<T, Real<T>> ? 3 : 8;
  return gamma<T>(c * (rows * reflectors + 4));
}

/// What is lost where numbers are so small that they have no full precision.
template <class T>
WideReal<T> lost_below(Index rows, Index reflectors) {
  return 8 * static_cast<WideReal<T>>(rows * reflectors + 4) *
         static_cast<WideReal<T>>(std::numeric_limits<Real<T>>::denorm_min());
}

/// "" if the factors are right, from nothing but them and the matrix before: R's diagonal is real, Q, as its
/// reflectors have it, has orthonormal columns, and each column of Q R is that of A (theorem 19.4).
template <class T>
std::string check_qr(const Rectangle<T>& factors, const std::vector<T>& tau, const WideMatrix<T>& before) {
  const Index m = factors.m, n = factors.n, k = std::min(m, n);
  std::ostringstream said;
  if (!factors.gaps_are_whole()) return "written between the columns";
  WideMatrix<T> product(m, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= std::min(j, m - 1); ++i) product.at(i, j) = Wide<T>(factors.at(i, j));
  for (Index j = 0; j < k; ++j)
    if (std::imag(factors.at(j, j)) != 0) return "R's diagonal is not real in row " + std::to_string(j);
  const std::vector<Wide<T>> wide_tau = widened(tau);
  apply_reflectors(factors, wide_tau, false, product);
  const WideMatrix<T> error = product - before;
  for (Index j = 0; j < n; ++j) {
    const auto bound = allowed<T>(m, k) * before.norm_of_column(j) + lost_below<T>(m, k);
    if (!(error.norm_of_column(j) <= bound)) {
      said << "column " << j << " of Q R is off by " << static_cast<double>(error.norm_of_column(j))
           << ", allowed " << static_cast<double>(bound);
      return said.str();
    }
  }
  const WideMatrix<T> q = columns_of_q<T>(factors, wide_tau, m, k);
  const WideMatrix<T> gram = q.adjoint() * q - WideMatrix<T>::identity(k, k);
  for (Index j = 0; j < k; ++j)
    if (!(gram.norm_of_column(j) <= 2 * allowed<T>(m, k))) {
      said << "column " << j << " of Q^H Q - I has norm " << static_cast<double>(gram.norm_of_column(j))
           << ", allowed " << static_cast<double>(2 * allowed<T>(m, k));
      return said.str();
    }
  return {};
}

/// LAPACK's unblocked geqr2, step by step.
template <class T>
struct UnblockedQr {
  WideMatrix<T> factors;
  std::vector<Wide<T>> tau;

  explicit UnblockedQr(WideMatrix<T> a) : factors(std::move(a)) {
    using W = Wide<T>;
    using R = WideReal<T>;
    for (Index j = 0; j < std::min(factors.m, factors.n); ++j) {
      const W alpha = factors.at(j, j);
      const R below = factors.norm(j, j + 1, factors.m);
      tau.push_back(W{0});
      if (below == 0 && std::imag(alpha) == 0) continue;
      const R beta = -std::copysign(factors.norm(j, j, factors.m), std::real(alpha));
      tau.back() = (W{beta} - alpha) / W{beta};
      for (Index i = j + 1; i < factors.m; ++i) factors.at(i, j) /= alpha - W{beta};
      factors.at(j, j) = W{beta};
      for (Index c = j + 1; c < factors.n; ++c) {
        W sum = factors.at(j, c);
        for (Index i = j + 1; i < factors.m; ++i) sum += conj_of(factors.at(i, j)) * factors.at(i, c);
        sum *= conj_of(tau.back());
        factors.at(j, c) -= sum;
        for (Index i = j + 1; i < factors.m; ++i) factors.at(i, c) -= factors.at(i, j) * sum;
      }
    }
  }
  /// Q^H C, all of it.
  WideMatrix<T> times_adjoint(WideMatrix<T> c) const {
    apply_reflectors(factors, tau, true, c);
    return c;
  }
};

}  // namespace numapack::testing
