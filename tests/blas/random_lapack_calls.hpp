// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "blas/random_calls.hpp"

namespace numapack::testing {

/// Random calls of each routine of LAPACK that the library has. What two algorithms may leave differently is
/// not compared: factors by other pivots, and what is behind a minor that is not positive definite.
template <class T>
class LapackCalls : public BlasCalls<T> {
  using Base = BlasCalls<T>;
  using Base::complex, Base::draw_, Base::libraries_, Base::triangle, Base::strewn, Base::strewn_nan,
      Base::strewn_triangle;
  using typename Base::R;

 public:
  using Base::Base;

  void getrf() {
    const int m = draw_.size(), n = draw_.size();
    const Exponents rows = draw_.grade(m, 2), columns = draw_.grade(n, 2);
    Matrix<T> a = strewn(draw_.dominant(rows, columns));
    Both<T> of_a(a.data);
    Both<int> pivots(std::vector<int>(static_cast<std::size_t>(std::min(m, n))));
    libraries_.call("getrf", &m, &n, of_a, &a.ld, pivots, info_);
    if (libraries_.same(info_) && pivots.own == pivots.reference) libraries_.compare("a", of_a);
  }

  void getrs() {
    const char* const trans = draw_.letter("NTC");
    const int n = draw_.size(), nrhs = draw_.size();
    const bool transposed = *trans != 'N';
    // L of ordinary numbers; U by rows or by columns, as they are solved for.
    Exponents rows = draw_.edge(n), columns = draw_.level(n);
    std::sort(rows.begin(), rows.end());
    if (transposed) std::swap(rows, columns);
    Matrix<T> lu = strewn_triangle(draw_.dominant(rows, columns), true);
    below_diagonal(lu, n);
    const std::vector<int> pivots = any_pivots(n);
    Matrix<T> b = strewn(draw_.matrix(transposed ? columns : draw_.level(n), draw_.level(nrhs)));
    if (!transposed) permute(b, pivots, rows);
    Both<T> of_b(b.data);
    libraries_.call("getrs", trans, &n, &nrhs, lu.data, &lu.ld, pivots, of_b, &b.ld, info_);
    libraries_.same(info_);
    libraries_.compare("b", of_b);
  }

  void gesv() {
    const int n = draw_.size(), nrhs = draw_.size();
    const Exponents rows = draw_.grade(n, 3), columns = draw_.grade(n, 3);
    Matrix<T> a = strewn(draw_.dominant(rows, columns)), b = strewn(draw_.matrix(rows, draw_.grade(nrhs, 3)));
    Both<T> of_a(a.data), of_b(b.data);
    Both<int> pivots(std::vector<int>(static_cast<std::size_t>(n)));
    libraries_.call("gesv", &n, &nrhs, of_a, &a.ld, pivots, of_b, &b.ld, info_);
    if (libraries_.same(info_)) libraries_.compare("b", of_b);
  }

  void getri() {
    const int n = draw_.size();
    const Exponents rows = draw_.numbers == Numbers::edges ? draw_.edge(n, true) : draw_.grade(n, 2),
                    columns = draw_.grade(n, 2);
    Matrix<T> lu = strewn_triangle(draw_.dominant(rows, columns), true);
    below_diagonal(lu, n);
    Both<T> of_lu(lu.data);
    with_work("getri", n, &n, of_lu, &lu.ld, any_pivots(n));
    if (libraries_.same(info_)) libraries_.compare("a", of_lu);
  }

  void potrf() {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size();
    Matrix<T> a = triangle(strewn(draw_.definite(triangle_edge(n))), *uplo, false);
    Both<T> of_a(a.data);
    libraries_.call("potrf", uplo, &n, of_a, &a.ld, info_);
    if (libraries_.same(info_)) libraries_.compare("a", of_a, before_minor(a.ld));
  }

  void potrs() {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size(), nrhs = draw_.size();
    const Exponents both = draw_.grade(n, 3);
    Matrix<T> a = strewn_triangle(factor(*uplo, both), true),
              b = strewn(draw_.matrix(both, draw_.grade(nrhs, 3)));
    Both<T> of_b(b.data);
    libraries_.call("potrs", uplo, &n, &nrhs, a.data, &a.ld, of_b, &b.ld, info_);
    libraries_.same(info_);
    libraries_.compare("b", of_b);
  }

  void posv() {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size(), nrhs = draw_.size();
    const Exponents both = draw_.grade(n, 3);
    Matrix<T> a = triangle(strewn(draw_.definite(both)), *uplo, false),
              b = strewn(draw_.matrix(both, draw_.grade(nrhs, 3)));
    Both<T> of_a(a.data), of_b(b.data);
    libraries_.call("posv", uplo, &n, &nrhs, of_a, &a.ld, of_b, &b.ld, info_);
    if (!libraries_.same(info_)) return;
    libraries_.compare("a", of_a, before_minor(a.ld));
    libraries_.compare("b", of_b);
  }

  void potri() {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size();
    Matrix<T> a = strewn_triangle(factor(*uplo, draw_.grade(n, 2)), true);
    Both<T> of_a(a.data);
    libraries_.call("potri", uplo, &n, of_a, &a.ld, info_);
    if (libraries_.same(info_)) libraries_.compare("a", of_a);
  }

  void trtri() {
    const char *const uplo = draw_.letter("UL"), *const diag = draw_.letter("NNNU");
    const int n = draw_.size();
    const bool unit = *diag == 'U';
    Exponents rows = unit ? draw_.level(n) : draw_.grade(n, 2),
              columns = unit ? draw_.level(n) : draw_.grade(n, 2);
    if (!unit && draw_.numbers == Numbers::edges)
      (draw_.below(2) == 0 ? rows : columns) = draw_.edge(n, true);
    Matrix<T> a = triangle(strewn_triangle(draw_.dominant(rows, columns), true), *uplo, unit);
    Both<T> of_a(a.data);
    libraries_.call("trtri", uplo, diag, &n, of_a, &a.ld, info_);
    if (libraries_.same(info_)) libraries_.compare("a", of_a);
  }

  void lauum() {
    const char* const uplo = draw_.letter("UL");
    const int n = draw_.size();
    Matrix<T> a = triangle(strewn(factor(*uplo, draw_.grade(n, 2))), *uplo, false);
    // Imaginary parts of the diagonal, which are read here, and not by the reference, are those of a factor.
    for (int i = 0; i < n; ++i) a.at(i, i) = T(std::real(a.at(i, i)));
    Both<T> of_a(a.data);
    libraries_.call("lauum", uplo, &n, of_a, &a.ld, info_);
    libraries_.compare("a", of_a);
  }

  void geqrf() {
    const int m = draw_.size(), n = draw_.size();
    const bool by_rows = draw_.below(2) == 0;
    Exponents scaled =
        draw_.numbers == Numbers::edges ? draw_.edge(by_rows ? m : n) : draw_.grade(by_rows ? m : n, 1);
    Matrix<T> a =
        strewn(draw_.dominant(by_rows ? scaled : draw_.level(m), by_rows ? draw_.level(n) : scaled));
    Both<T> of_a(a.data), tau(std::vector<T>(static_cast<std::size_t>(std::min(m, n))));
    with_work("geqrf", n, &m, &n, of_a, &a.ld, tau);
    libraries_.same(info_);
    libraries_.compare("a", of_a);
    libraries_.compare("tau", tau);
  }

  void ormqr() {
    const char *const side = draw_.letter("LR"), *const trans = draw_.letter(complex ? "NC" : "NT");
    const int m = draw_.size(), n = draw_.size();
    const bool left = *side == 'L';
    const int order = left ? m : n, k = 1 + draw_.below(order);
    Matrix<T> a = draw_.dominant(draw_.level(order), draw_.level(k));
    const std::vector<T> tau = reflectors(order, k, a);
    const Exponents scaled =
        draw_.numbers == Numbers::edges ? draw_.edge(left ? n : m) : draw_.grade(left ? n : m, 1);
    Matrix<T> c = strewn(left ? draw_.matrix(draw_.level(m), scaled) : draw_.matrix(scaled, draw_.level(n)));
    Both<T> of_c(c.data);
    with_work(complex ? "unmqr" : "ormqr", left ? n : m, side, trans, &m, &n, &k, a.data, &a.ld, tau, of_c,
              &c.ld);
    libraries_.same(info_);
    libraries_.compare("c", of_c);
  }

  void orgqr() {
    const int m = draw_.size(), n = 1 + draw_.below(m), k = 1 + draw_.below(n);
    Matrix<T> a = draw_.dominant(draw_.level(m), draw_.level(n));
    std::vector<T> tau = reflectors(m, k, a);
    a = strewn(a);
    draw_.strew(tau);
    Both<T> of_a(a.data);
    with_work(complex ? "ungqr" : "orgqr", n, &m, &n, &k, of_a, &a.ld, tau);
    libraries_.same(info_);
    libraries_.compare("a", of_a);
  }

  void gels() {
    const char* const trans = draw_.letter(complex ? "NC" : "NT");
    const int m = draw_.size(), n = draw_.size(), nrhs = draw_.size(), smaller = std::min(m, n);
    const bool transposed = *trans != 'N', high = m >= n;
    // The longer side is level; one number scales all at the edges.
    const Exponents scaled = draw_.numbers == Numbers::edges
                                 ? Exponents(static_cast<std::size_t>(smaller), draw_.edge(1)[0])
                                 : draw_.grade(smaller, 3);
    const Exponents &rows = high ? draw_.level(m) : scaled, &columns = high ? scaled : draw_.level(n);
    Matrix<T> a = strewn(draw_.dominant(rows, columns));
    // Infinity in B makes zeros of all of it in the reference, and zeros are skipped where A has NaN.
    const bool numbers = !any(a, m, 0, n, [](const T& x) { return !is_finite(x); });
    const int height = transposed ? n : m;
    Matrix<T> b = draw_.matrix(transposed ? columns : rows, draw_.grade(nrhs, 3));
    b = numbers ? strewn(b) : strewn_nan(b);
    b = heightened(b, std::max(m, n), nrhs);
    Both<T> of_a(a.data), of_b(b.data);
    with_work("gels", smaller + std::max(smaller, nrhs), trans, &m, &n, &nrhs, of_a, &a.ld, of_b, &b.ld);
    // From this order on the reference works by blocks, as wide as the workspace lets them be, and infinity
    // reaches all that is behind its block.
    if (smaller > 128 && any(a, m, 0, n, is_infinite) && info_.own != info_.reference) return;
    if (!libraries_.same(info_) || info_.own[0] != 0) return;
    // Infinity in B affects its own column here, and all columns in the reference.
    const bool infinite = any(b, height, 0, nrhs, is_infinite);
    libraries_.compare("b", of_b, [&](std::size_t place) {
      const int column = static_cast<int>(place) / b.ld;
      return !infinite || any(b, height, column, column + 1, is_infinite);
    });
  }

 private:
  template <class Is>
  static bool any(const Matrix<T>& a, int rows, int from, int to, const Is& is) {
    for (int j = from; j < to; ++j)
      if (std::any_of(&a.at(0, j), &a.at(0, j) + rows, is)) return true;
    return false;
  }
  static bool is_infinite(const T& x) { return std::isinf(std::real(x)) || std::isinf(std::imag(x)); }

  template <class... Before>
  void with_work(const char* routine, int least, Before&&... before) {
    const int size = std::max(1, least) * (draw_.below(2) == 0 ? 1 : 64);
    Both<T> work(std::vector<T>(static_cast<std::size_t>(size)));
    libraries_.call(routine, before..., work, &size, info_);
  }

  /// Elements of the leading part that is positive definite.
  auto before_minor(int ld) const {
    const int info = info_.own[0], order = info == 0 ? 1 << 30 : info - 1;
    return [=](std::size_t place) {
      return static_cast<int>(place) % ld < order && static_cast<int>(place) / ld < order;
    };
  }
  Exponents triangle_edge(int n) {
    if (draw_.numbers != Numbers::edges) return draw_.grade(n, 2);
    Exponents exponents = draw_.edge(n);
    for (int& exponent : exponents) exponent /= 2;
    return exponents;
  }
  /// A Cholesky factor of what has these scales.
  Matrix<T> factor(char uplo, const Exponents& both) {
    const Exponents level = draw_.level(static_cast<int>(both.size()));
    Matrix<T> a = uplo == 'L' ? draw_.dominant(both, level) : draw_.dominant(level, both);
    for (int i = 0; i < static_cast<int>(both.size()); ++i) a.at(i, i) = T(std::abs(std::real(a.at(i, i))));
    return triangle(a, uplo, false);
  }
  void below_diagonal(Matrix<T>& lu, int n) {
    const R less = R(1) / R(2 * n);
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < n; ++i) lu.at(i, j) = draw_.unit() * less;
  }
  std::vector<int> any_pivots(int n) {
    std::vector<int> pivots;
    for (int i = 0; i < n; ++i) pivots.push_back(i + 1 + draw_.below(n - i));
    return pivots;
  }
  /// Scales the rows such that those that come to row i are of exponent i.
  static void permute(Matrix<T>& b, const std::vector<int>& pivots, const Exponents& scales) {
    const int n = static_cast<int>(pivots.size()), columns = static_cast<int>(b.data.size()) / b.ld;
    std::vector<int> from(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) from[static_cast<std::size_t>(i)] = i;
    for (int i = 0; i < n; ++i)
      std::swap(from[static_cast<std::size_t>(i)],
                from[static_cast<std::size_t>(pivots[static_cast<std::size_t>(i)] - 1)]);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < n; ++i) {
        R* const parts = reinterpret_cast<R*>(&b.at(from[static_cast<std::size_t>(i)], j));
        for (std::size_t part = 0; part < sizeof(T) / sizeof(R); ++part)
          parts[part] = std::ldexp(parts[part], scales[static_cast<std::size_t>(i)]);
      }
  }
  /// Real ones, made by the reference.
  static std::vector<T> reflectors(int m, int k, Matrix<T>& a) {
    std::vector<T> tau(static_cast<std::size_t>(k)), work(static_cast<std::size_t>(k));
    int info = 0;
    using Geqrf = void(const int*, const int*, T*, const int*, T*, T*, const int*, int*);
    const auto geqrf =
        reinterpret_cast<Geqrf*>(ReferenceLapack::get().find(std::string(1, letter_of<T>()) + "geqrf_"));
    geqrf(&m, &k, a.data.data(), &a.ld, tau.data(), work.data(), &k, &info);
    return tau;
  }
  static Matrix<T> heightened(Matrix<T>& b, int rows, int columns) {
    Matrix<T> high;
    high.ld = std::max(b.ld, rows);
    high.data.assign(static_cast<std::size_t>(high.ld) * static_cast<std::size_t>(columns), nothing<T>());
    for (int j = 0; j < columns; ++j) std::copy_n(&b.at(0, j), b.ld, &high.at(0, j));
    return high;
  }

  Both<int> info_{{-99}};
};

}  // namespace numapack::testing
