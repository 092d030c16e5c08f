// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "numapack/level3.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// A matrix in either layout; get() and set() count rows and columns as people do.
template <class T>
struct Stored {
  Layout layout = Layout::column_major;
  std::int64_t rows = 0, columns = 0, leading = 0;
  std::vector<T> data;

  Stored(Layout as, std::int64_t m, std::int64_t n, std::int64_t slack, Generator& generator)
      : layout(as), rows(m), columns(n), leading(std::max<std::int64_t>(1, (by_rows() ? n : m) + slack)) {
    data.resize(static_cast<std::size_t>(leading * (by_rows() ? m : n)));
    for (T& element : data) element = random_value<T>(generator);
  }
  bool by_rows() const { return layout == Layout::row_major; }
  T& at(std::int64_t i, std::int64_t j) {
    return data[static_cast<std::size_t>(by_rows() ? i * leading + j : i + j * leading)];
  }
  const T& at(std::int64_t i, std::int64_t j) const { return const_cast<Stored*>(this)->at(i, j); }
};

/// A value and the sum of the absolute values of all terms that make it up.
template <class T>
struct Sum {
  Wide<T> value = 0;
  WideReal<T> size = 0;
  void add(const Wide<T>& x, const Wide<T>& y) {
    value += x * y;
    size += std::abs(x) * std::abs(y);
  }
};

/// Tests of one type: random calls, and what they must give.
template <class T>
class Level3 : public ::testing::Test {
 protected:
  using R = Real<T>;
  static constexpr bool complex = !std::is_same_v<T, R>;

  std::int64_t below(std::int64_t most) {
    return static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(most));
  }
  std::int64_t size() { return below(6) == 0 ? below(3) : 1 + below(below(3) == 0 ? 180 : 40); }
  Layout layout() { return below(2) == 0 ? Layout::column_major : Layout::row_major; }
  Uplo uplo() { return below(2) == 0 ? Uplo::upper : Uplo::lower; }
  T scalar() { return below(5) == 0 ? T{0} : (below(5) == 0 ? T{1} : random_value<T>(generator_)); }

  /// A square matrix of which the other triangle, and for Hermitian ones the diagonal's imaginary parts, are
  /// not to be read.
  void spoil(Stored<T>& matrix, Uplo triangle, bool hermitian) {
    for (std::int64_t j = 0; j < matrix.columns; ++j)
      for (std::int64_t i = 0; i < matrix.rows; ++i) {
        if (!holds(triangle, i, j)) matrix.at(i, j) = nothing<T>();
        if constexpr (complex)
          if (i == j && hermitian) matrix.at(i, i).imag(std::numeric_limits<R>::quiet_NaN());
      }
  }
  T symmetric(const Stored<T>& a, Uplo triangle, bool hermitian, std::int64_t i, std::int64_t j) {
    if (i == j && hermitian) return T{std::real(a.at(i, i))};
    if (holds(triangle, i, j)) return a.at(i, j);
    return hermitian ? conj_of(a.at(j, i)) : a.at(j, i);
  }

  /// C is alpha `product` + beta `before`, within the bound of `terms` products, where it is wanted, and as
  /// before elsewhere.
  void expect(const Stored<T>& c, const Stored<T>& before, const T& beta, std::int64_t terms,
              const std::function<bool(std::int64_t, std::int64_t)>& wanted,
              const std::function<Sum<T>(std::int64_t, std::int64_t)>& product, bool real_diagonal,
              const std::string& call) {
    const auto factor = complex ? std::sqrt(WideReal<T>{2}) * gamma<T>(2 * terms + 10) : gamma<T>(terms + 5);
    for (std::int64_t j = 0; j < c.columns; ++j)
      for (std::int64_t i = 0; i < c.rows; ++i) {
        if (!wanted(i, j)) {
          ASSERT_EQ(std::memcmp(&c.at(i, j), &before.at(i, j), sizeof(T)), 0)
              << call << " wrote " << i << "," << j;
          continue;
        }
        Sum<T> sum = product(i, j);
        if (beta != T{0}) {
          const T old = real_diagonal && i == j ? T{std::real(before.at(i, j))} : before.at(i, j);
          sum.add(beta, old);
        }
        const Wide<T> got = c.at(i, j);
        ASSERT_LE(std::abs(got - sum.value), factor * sum.size + std::numeric_limits<R>::min())
            << call << " at " << i << "," << j << ": " << got << ", not " << sum.value;
        if constexpr (complex)
          if (real_diagonal && i == j) {
            ASSERT_EQ(c.at(i, j).imag(), 0) << call;
          }
      }
  }

  void check_symm(bool hermitian) {
    const Layout as = layout();
    const Side side = below(2) == 0 ? Side::left : Side::right;
    const Uplo triangle = uplo();
    const std::int64_t m = size(), n = size(), order = side == Side::left ? m : n;
    const T alpha = scalar(), beta = scalar();
    Stored<T> a(as, order, order, below(3), generator_), b(as, m, n, below(3), generator_),
        c(as, m, n, below(3), generator_);
    spoil(a, triangle, hermitian);
    const Stored<T> before = c;
    if constexpr (complex) {
      if (hermitian)
        hemm(as, side, triangle, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading, beta,
             c.data.data(), c.leading);
    }
    if (!hermitian)
      symm(as, side, triangle, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading, beta,
           c.data.data(), c.leading);
    const auto product = [&](std::int64_t i, std::int64_t j) {
      Sum<T> sum;
      for (std::int64_t p = 0; p < order && alpha != T{0}; ++p) {
        const Wide<T> x = side == Side::left ? symmetric(a, triangle, hermitian, i, p) : b.at(i, p);
        const Wide<T> y = side == Side::left ? b.at(p, j) : symmetric(a, triangle, hermitian, p, j);
        sum.add(Wide<T>(alpha) * x, y);
      }
      return sum;
    };
    expect(
        c, before, beta, order, [](auto, auto) { return true; }, product, false, hermitian ? "hemm" : "symm");
  }

  /// op(A) op(B)' (and with A and B exchanged) as rank-k routines have it.
  Sum<T> rank_k(const Stored<T>& a, const Stored<T>& b, Transpose trans, std::int64_t k, bool hermitian,
                const T& alpha, std::int64_t i, std::int64_t j, Sum<T> sum = {}) {
    if (alpha == T{0}) return sum;
    for (std::int64_t p = 0; p < k; ++p) {
      const bool plain = trans == Transpose::none;
      T x = plain ? a.at(i, p) : a.at(p, i), y = plain ? b.at(j, p) : b.at(p, j);
      if (hermitian) (plain ? y : x) = conj_of(plain ? y : x);
      sum.add(Wide<T>(alpha) * Wide<T>(x), y);
    }
    return sum;
  }

  void check_rank_k(bool hermitian, bool two) {
    const Layout as = layout();
    const Uplo triangle = uplo();
    const Transpose transposed = hermitian ? Transpose::conjugate_transpose : Transpose::transpose;
    const Transpose trans = below(2) == 0 ? Transpose::none : transposed;
    const std::int64_t n = size(), k = size();
    T alpha = scalar(), beta = scalar();
    if (hermitian) beta = T{std::real(beta)};
    if (hermitian && !two) alpha = T{std::real(alpha)};
    const bool plain = trans == Transpose::none;
    const auto operand = [&] { return Stored<T>(as, plain ? n : k, plain ? k : n, below(3), generator_); };
    Stored<T> a = operand(), b = operand(), c(as, n, n, below(3), generator_);
    spoil(c, triangle, hermitian);
    const Stored<T> before = c;
    T* const out = c.data.data();
    const T *const x = a.data.data(), *const y = b.data.data();
    if constexpr (complex) {
      if (hermitian && two)
        her2k(as, triangle, trans, n, k, alpha, x, a.leading, y, b.leading, std::real(beta), out, c.leading);
      if (hermitian && !two)
        herk(as, triangle, trans, n, k, std::real(alpha), x, a.leading, std::real(beta), out, c.leading);
    }
    if (!hermitian && two)
      syr2k(as, triangle, trans, n, k, alpha, x, a.leading, y, b.leading, beta, out, c.leading);
    if (!hermitian && !two) syrk(as, triangle, trans, n, k, alpha, x, a.leading, beta, out, c.leading);
    const bool untouched = beta == T{1} && (alpha == T{0} || k == 0);
    const auto product = [&](std::int64_t i, std::int64_t j) {
      if (!two) return rank_k(a, a, trans, k, hermitian, alpha, i, j);
      const T second = hermitian ? conj_of(alpha) : alpha;
      return rank_k(b, a, trans, k, hermitian, second, i, j, rank_k(a, b, trans, k, hermitian, alpha, i, j));
    };
    expect(
        c, before, beta, two ? 2 * k : k,
        [&](auto i, auto j) { return holds(triangle, i, j) && !(untouched && hermitian); }, product,
        hermitian, std::string(hermitian ? "he" : "sy") + (two ? "r2k" : "rk"));
  }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

}  // namespace numapack::testing
