// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <complex>
#include <cstring>

#include "qr/geqrf.hpp"
#include "qr/qr.hpp"
#include "support/qr_check.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Geqrf, Types);

/// Around the widths of unblocked panels and panels, and others.
const std::vector<Index> sizes{0,  1,  2,  3,  5,  7,  8,  9,  15, 16, 17,
                               24, 25, 31, 32, 33, 47, 48, 49, 63, 65, 81};

TYPED_TEST(Geqrf, FactorsRandomMatricesOfAllShapes) {
  using T = TypeParam;
  for (int turn = 0; turn < 50; ++turn) {
    Rectangle<T> a(this->pick(sizes), this->pick(sizes), this->pick({0, 0, 1, 19}));
    a.randomise(this->generator);
    SCOPED_TRACE(std::to_string(a.m) + " x " + std::to_string(a.n) + " lda " + std::to_string(a.ld));
    ASSERT_EQ(this->factor_and_check(a), "");
  }
}

TYPED_TEST(Geqrf, HasTheFactorsOfTheUnblockedAlgorithm) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair<Index, Index>{1, 1}, {1, 4}, {70, 70}, {90, 40}, {40, 90}}) {
    Rectangle<T> a(m, n);
    // Well conditioned, so that factors of a matrix nearby are nearby.
    a.fill([&](Index i, Index j) { return random_value<T>(this->generator) + T(i == j ? 12 : 0); });
    const UnblockedQr<T> wanted{WideMatrix<T>(a)};
    std::vector<T> tau;
    ASSERT_EQ(this->factor_and_check(a, &tau), "");
    const auto bound = 30 * allowed<T>(m, 1) * wanted.factors.norm();
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        ASSERT_LE(std::abs(Wide<T>(a.at(i, j)) - wanted.factors.at(i, j)), bound) << i << ", " << j;
    for (std::size_t j = 0; j < tau.size(); ++j)
      ASSERT_LE(std::abs(Wide<T>(tau[j]) - wanted.tau[j]), bound) << "tau " << j;
  }
}

TYPED_TEST(Geqrf, FactorsSeveralHundredColumns) {
  using T = TypeParam;
  using W = WideMatrix<T>;
  const Index m = 600, n = 530, k = n;
  Rectangle<T> a(m, n, 3);
  a.randomise(this->generator);
  // A x compared with Q (R x), and the norms of Q^H y: the error's rows and columns without a product of
  // matrices.
  W x(n, 1), y(m, 1), wanted(m, 1), got(m, 1);
  for (Index i = 0; i < n; ++i) x.at(i, 0) = random_value<T>(this->generator);
  for (Index i = 0; i < m; ++i) y.at(i, 0) = random_value<T>(this->generator);
  WideReal<T> norms = 0;
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < m; ++i) {
      wanted.at(i, 0) += Wide<T>(a.at(i, j)) * x.at(j, 0);
      norms += std::norm(Wide<T>(a.at(i, j)));
    }
  }
  std::vector<T> tau(static_cast<std::size_t>(k));
  factor(QrProblem<T>{m, n, a.data(), a.ld, tau.data()});
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= j; ++i) got.at(i, 0) += Wide<T>(a.at(i, j)) * x.at(j, 0);
  apply_reflectors(a, widened(tau), false, got);
  EXPECT_LE((got - wanted).norm(), allowed<T>(m, k) * std::sqrt(norms) * x.norm());
  W transposed = y;
  apply_reflectors(a, widened(tau), true, transposed);
  EXPECT_LE(std::abs(transposed.norm() - y.norm()), allowed<T>(m, k) * y.norm());
  EXPECT_TRUE(a.gaps_are_whole());
}

TYPED_TEST(Geqrf, FactorsGradedMatrices) {
  using T = TypeParam;
  for (const bool by_rows : {false, true}) {
    for (const bool falling : {false, true}) {
      Rectangle<T> a(70, 50);
      a.fill([&](Index i, Index j) {
        const Index step = by_rows ? i : j;
        return random_value<T>(this->generator) *
               static_cast<Real<T>>(std::pow(10., (falling ? -step : step) * 0.4));
      });
      ASSERT_EQ(this->factor_and_check(a), "") << by_rows << falling;
    }
  }
}

TYPED_TEST(Geqrf, FactorsMatricesWithoutFullRank) {
  using T = TypeParam;
  for (const Index rank : {0, 1, 3, 20}) {
    Rectangle<T> a(60, 45), left(60, rank), right(rank, 45);
    left.randomise(this->generator);
    right.randomise(this->generator);
    a.fill([&](Index i, Index j) {
      T sum{0};
      for (Index p = 0; p < rank; ++p) sum += left.at(i, p) * right.at(p, j);
      return sum;
    });
    ASSERT_EQ(this->factor_and_check(a), "") << rank;
  }
  // Columns of zeros and columns alike, among others. A column of zeros has nothing to reflect.
  Rectangle<T> a(50, 50);
  a.randomise(this->generator);
  for (Index i = 0; i < 50; ++i) {
    a.at(i, 20) = a.at(i, 0) = T{0};
    a.at(i, 30) = a.at(i, 5);
  }
  std::vector<T> tau;
  ASSERT_EQ(this->factor_and_check(a, &tau), "");
  EXPECT_EQ(tau[0], T{0});
  EXPECT_EQ(a.at(0, 0), T{0});
  EXPECT_EQ(tau[20], T{0});
  EXPECT_EQ(a.at(20, 20), T{0});
}

TYPED_TEST(Geqrf, FactorsIllConditionedMatrices) {
  using T = TypeParam;
  Rectangle<T> a(64, 64);
  a.fill([](Index i, Index j) { return T(1 / static_cast<Real<T>>(i + j + 1)); });  // Hilbert's
  EXPECT_EQ(this->factor_and_check(a), "");
}

TYPED_TEST(Geqrf, FactorsTinyAndHugeMatrices) {
  using T = TypeParam;
  using R = Real<T>;
  const R smallest = std::numeric_limits<R>::min(), epsilon = std::numeric_limits<R>::epsilon(),
          largest = std::numeric_limits<R>::max();
  for (const R scale :
       {smallest * std::sqrt(epsilon), smallest, smallest / epsilon, std::sqrt(smallest * epsilon),
        std::sqrt(smallest), std::sqrt(largest), largest / 1000}) {
    for (const auto& [m, n] : {std::pair<Index, Index>{60, 40}, {40, 60}, {5, 5}, {9, 1}, {1, 9}}) {
      Rectangle<T> a(m, n);
      a.fill([&](Index, Index) { return random_value<T>(this->generator) * scale; });
      ASSERT_EQ(this->factor_and_check(a), "") << m << " x " << n << " at " << scale;
    }
  }
}

TYPED_TEST(Geqrf, LetsNanAndInfinityTravel) {
  using T = TypeParam;
  for (const auto value :
       {std::numeric_limits<Real<T>>::quiet_NaN(), std::numeric_limits<Real<T>>::infinity()}) {
    Rectangle<T> a(40, 40);
    a.randomise(this->generator).at(20, 10) = T{value};
    std::vector<T> tau(40);
    const WideMatrix<T> before(a);
    factor(QrProblem<T>{40, 40, a.data(), a.ld, tau.data()});
    EXPECT_FALSE(std::isfinite(std::abs(a.at(39, 39))));
    // Columns before that one are not affected.
    for (Index j = 0; j < 10; ++j) EXPECT_TRUE(std::isfinite(std::abs(a.at(j, j))));
  }
}

/// Larger ones than those of a single panel go by a schedule, from the first panel that is not finite on with
/// more care.
TYPED_TEST(Geqrf, LetsNanTravelFromALaterPanel) {
  using T = TypeParam;
  for (const Index column : {0, 100, 299}) {
    Rectangle<T> a(310, 300), rows(300, 310);
    a.randomise(this->generator).at(200, column) = T{std::numeric_limits<Real<T>>::quiet_NaN()};
    rows.fill([&](Index j, Index i) { return a.at(i, j); });
    std::vector<T> tau(300), row_tau(300);
    factor(QrProblem<T>{310, 300, a.data(), a.ld, tau.data()});
    factor(QrProblem<T>{310, 300, rows.data(), rows.ld, row_tau.data(), Layout::row_major});
    for (Index j = 0; j < 300; ++j) {
      const bool before = j < column;
      EXPECT_EQ(std::isfinite(std::abs(a.at(j, j))), before) << j;
      EXPECT_EQ(std::isfinite(std::abs(tau[static_cast<std::size_t>(j)])), before) << j;
      for (Index i = 0; i < 310; ++i) ASSERT_EQ(std::memcmp(&rows.at(j, i), &a.at(i, j), sizeof(T)), 0);
    }
    EXPECT_EQ(std::memcmp(tau.data(), row_tau.data(), tau.size() * sizeof(T)), 0);
  }
}

}  // namespace
}  // namespace numapack
