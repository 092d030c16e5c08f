// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level3.hpp"

#include <gtest/gtest.h>

#include <complex>

#include "api/level3_calls.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/values.hpp"

// The routines of level 3 by their definitions, element by element, in wider arithmetic.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Level3, Types);

constexpr int turns = 60;

TYPED_TEST(Level3, SymmetricAndHermitianOperands) {
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn)
    this->check_symm(this->complex && turn % 2 == 0);
}

TYPED_TEST(Level3, RankKUpdates) {
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn)
    this->check_rank_k(this->complex && turn % 2 == 0, false);
}

TYPED_TEST(Level3, Rank2KUpdates) {
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn)
    this->check_rank_k(this->complex && turn % 2 == 0, true);
}

TYPED_TEST(Level3, TrianglesOfProducts) {
  using T = TypeParam;
  for (int turn = 0; turn < turns && !this->HasFatalFailure(); ++turn) {
    const Layout as = this->layout();
    const Uplo triangle = this->uplo();
    const std::int64_t n = this->size(), k = this->size();
    const auto op = [&] { return static_cast<Transpose>(this->below(4)); };
    const Transpose trans_a = op(), trans_b = op();
    const auto transposed = [](Transpose t) {
      return t == Transpose::transpose || t == Transpose::conjugate_transpose;
    };
    const auto conjugated = [](Transpose t) {
      return t == Transpose::conjugate || t == Transpose::conjugate_transpose;
    };
    const T alpha = this->scalar(), beta = this->scalar();
    Stored<T> a(as, transposed(trans_a) ? k : n, transposed(trans_a) ? n : k, 1, this->generator_),
        b(as, transposed(trans_b) ? n : k, transposed(trans_b) ? k : n, 2, this->generator_),
        c(as, n, n, 0, this->generator_);
    this->spoil(c, triangle, false);
    const Stored<T> before = c;
    gemmt(as, triangle, trans_a, trans_b, n, k, alpha, a.data.data(), a.leading, b.data.data(), b.leading,
          beta, c.data.data(), c.leading);
    const auto product = [&](std::int64_t i, std::int64_t j) {
      Sum<T> sum;
      for (std::int64_t p = 0; p < k && alpha != T{0}; ++p) {
        const T x = transposed(trans_a) ? a.at(p, i) : a.at(i, p),
                y = transposed(trans_b) ? b.at(j, p) : b.at(p, j);
        sum.add(Wide<T>(alpha) * Wide<T>(conjugated(trans_a) ? conj_of(x) : x),
                conjugated(trans_b) ? conj_of(y) : y);
      }
      return sum;
    };
    this->expect(
        c, before, beta, k, [&](auto i, auto j) { return holds(triangle, i, j); }, product, false, "gemmt");
  }
}

/// Row-major calls are column-major ones of the transposes: both give what the definition says.
TYPED_TEST(Level3, Triangles) {
  using T = TypeParam;
  for (int turn = 0; turn < turns / 2 && !this->HasFatalFailure(); ++turn) {
    const Layout as = this->layout();
    const Uplo triangle = this->uplo();
    const Side side = this->below(2) == 0 ? Side::left : Side::right;
    const Transpose trans = static_cast<Transpose>(this->below(3));
    const Diag diag = this->below(2) == 0 ? Diag::unit : Diag::non_unit;
    const std::int64_t m = this->size(), n = this->size(), order = side == Side::left ? m : n;
    const T alpha = this->scalar();
    Stored<T> a(as, order, order, this->below(3), this->generator_),
        b(as, m, n, this->below(3), this->generator_);
    for (std::int64_t i = 0; i < order; ++i)
      for (std::int64_t j = 0; j < order; ++j)
        a.at(i, j) = i == j ? a.at(i, j) + T{3} : a.at(i, j) / T(static_cast<Real<T>>(order));
    const Stored<T> whole = a;
    const auto op = [&](std::int64_t i, std::int64_t j) {
      const bool transposed = trans != Transpose::none, conjugated = trans == Transpose::conjugate_transpose;
      if (i == j && diag == Diag::unit) return T{1};
      if (!holds(triangle, transposed ? j : i, transposed ? i : j)) return T{0};
      const T value = transposed ? whole.at(j, i) : whole.at(i, j);
      return conjugated ? conj_of(value) : value;
    };
    this->spoil(a, triangle, false);
    if (diag == Diag::unit)
      for (std::int64_t i = 0; i < order; ++i) a.at(i, i) = nothing<T>();
    const Stored<T> before = b;
    const auto product = [&](const Stored<T>& x, T factor) {
      return [&, factor](std::int64_t i, std::int64_t j) {
        Sum<T> sum;
        for (std::int64_t p = 0; p < order && factor != T{0}; ++p)
          sum.add(Wide<T>(factor) * Wide<T>(side == Side::left ? op(i, p) : x.at(i, p)),
                  side == Side::left ? x.at(p, j) : op(p, j));
        return sum;
      };
    };
    const auto everywhere = [](auto, auto) { return true; };
    trmm(as, side, triangle, trans, diag, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading);
    this->expect(b, before, T{0}, 2 * order, everywhere, product(before, alpha), false, "trmm");
    b = before;
    trsm(as, side, triangle, trans, diag, m, n, alpha, a.data.data(), a.leading, b.data.data(), b.leading);
    // op(A) X is alpha B.
    Stored<T> scaled = before;
    for (T& element : scaled.data) element *= alpha;
    this->expect(scaled, before, T{0}, 2 * order + 2, everywhere, product(b, T{1}), false, "trsm");
  }
}

}  // namespace
}  // namespace numapack
