// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "base/error.hpp"
#include "lu/getrf.hpp"
#include "lu/lu.hpp"
#include "support/lu_check.hpp"

namespace numapack {
namespace {

using testing::check_factors;
using testing::Factorable;
using testing::Getrf;
using testing::interesting_sizes;
using testing::random_value;
using testing::Real;
using testing::some_options;
using testing::UnblockedFactors;

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Getrf, Types);

TYPED_TEST(Getrf, FactorsRandomMatricesOfAllShapes) {
  using T = TypeParam;
  const std::vector<Index> sizes = interesting_sizes<T>();
  for (int turn = 0; turn < 60; ++turn) {
    Factorable<T> matrix(this->pick(sizes), this->pick(sizes), this->pick({0, 0, 1, 19}));
    this->randomise(matrix);
    const Options options = some_options<T>(this->generator);
    SCOPED_TRACE(std::to_string(matrix.problem.m) + " x " + std::to_string(matrix.problem.n) + " nb " +
                 std::to_string(options.nb) + " threads " + std::to_string(options.threads));
    ASSERT_EQ(factor(matrix.problem, options), 0);
    ASSERT_EQ(check_factors(matrix), "");
  }
}

TYPED_TEST(Getrf, ChoosesThePivotsOfTheUnblockedAlgorithm) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair<Index, Index>{60, 60}, {90, 40}, {40, 90}}) {
    Factorable<T> matrix(m, n);
    this->randomise(matrix);
    Options options;
    options.nb = 1;
    factor(matrix.problem, options);
    const UnblockedFactors<T> reference(matrix.before, m, n, matrix.problem.lda);
    for (std::size_t k = 0; k < reference.pivots.size(); ++k) {
      if (reference.clearness[k] < 1 + 1e3 * std::numeric_limits<Real<T>>::epsilon())
        break;  // rounding decides
      ASSERT_EQ(matrix.problem.pivots[k], reference.pivots[k]) << "column " << k;
    }
  }
}

TYPED_TEST(Getrf, TakesTheFirstOfEqualPivots) {
  using T = TypeParam;
  const Index n = 50;
  Factorable<T> matrix(n, n);
  // Columns of equal sizes: after each step zeros, except in the diagonal's row.
  matrix.fill([](Index i, Index j) { return j == 0 ? T{Real<T>(i % 2 == 0 ? 1 : -1)} : T{Real<T>(i == j)}; });
  EXPECT_EQ(factor(matrix.problem), 0);
  EXPECT_EQ(matrix.problem.pivots[0], 1);
  EXPECT_EQ(check_factors(matrix), "");
}

TYPED_TEST(Getrf, FactorsGradedMatrices) {
  using T = TypeParam;
  for (const int direction : {1, -1}) {
    Factorable<T> matrix(120, 110, 3);
    matrix.fill([&](Index i, Index j) {
      return random_value<T>(this->generator) * std::exp2(Real<T>(direction * int(i + j) / 4));
    });
    Options options;
    options.nb = 1;
    EXPECT_EQ(factor(matrix.problem, options), 0);
    EXPECT_EQ(check_factors(matrix), "");
  }
}

TYPED_TEST(Getrf, DividesByPivotsWhoseReciprocalsOverflow) {
  using T = TypeParam;
  const Real<T> tiny = std::numeric_limits<Real<T>>::denorm_min() * 8;
  Factorable<T> matrix(40, 3);
  matrix.fill(
      [&](Index i, Index j) { return j == 0 ? T{tiny} * Real<T>(i == 7 ? 2 : 1) : T{Real<T>(i == j)}; });
  EXPECT_EQ(factor(matrix.problem), 0);
  EXPECT_EQ(matrix.problem.pivots[0], 8);
  EXPECT_EQ(matrix.at(3, 0), T{Real<T>(0.5)});
}

TYPED_TEST(Getrf, SaysWhichPivotIsZeroAndGoesOn) {
  using T = TypeParam;
  for (const Index zero : {0, 5, 23, 24, 47, 48, 79}) {
    Factorable<T> matrix(80, 80, 1);
    matrix.fill([&](Index, Index j) { return j == zero ? T{0} : random_value<T>(this->generator); });
    for (const Index nb : {0, 1}) {
      Options options;
      options.nb = nb;
      matrix.restore();
      EXPECT_EQ(factor(matrix.problem, options), zero + 1);
      EXPECT_EQ(check_factors(matrix), "") << zero;
    }
  }
  Factorable<T> nothing(70, 60);
  nothing.fill([](Index, Index) { return T{0}; });
  EXPECT_EQ(factor(nothing.problem), 1);
  for (Index k = 0; k < 60; ++k) EXPECT_EQ(nothing.problem.pivots[k], k + 1);
  EXPECT_EQ(nothing.result(), nothing.before);
}

TYPED_TEST(Getrf, PutsNaNWhereTheUnblockedAlgorithmDoes) {
  using T = TypeParam;
  const T nan{std::numeric_limits<Real<T>>::quiet_NaN()};
  for (int turn = 0; turn < 12; ++turn) {
    const Index m = 30 + Index(this->generator() % 50), n = 30 + Index(this->generator() % 50);
    Factorable<T> matrix(m, n);
    const Index row = Index(this->generator()) % m, column = Index(this->generator()) % n;
    const Index i0 = std::abs(row), j0 = std::abs(column);
    matrix.fill(
        [&](Index i, Index j) { return i == i0 && j == j0 ? nan : random_value<T>(this->generator); });
    Options options = some_options<T>(this->generator);
    const Index info = factor(matrix.problem, options);
    const UnblockedFactors<T> reference(matrix.before, m, n, matrix.problem.lda);
    EXPECT_EQ(info, reference.info);
    bool clear = true;
    for (std::size_t k = 0; clear && k < reference.pivots.size(); ++k) {
      clear = reference.clearness[k] > 1 + 1e3 * std::numeric_limits<Real<T>>::epsilon();
      if (clear) {
        ASSERT_EQ(matrix.problem.pivots[k], reference.pivots[k]) << "column " << k;
      }
    }
    const auto is_nan = [](const T& x) { return std::isnan(std::abs(x)); };
    for (Index j = 0; clear && j < n; ++j)
      for (Index i = 0; i < m; ++i)
        ASSERT_EQ(is_nan(matrix.at(i, j)), is_nan(reference.a[static_cast<std::size_t>(i + j * m)]))
            << i << ", " << j << " of " << m << " x " << n << " with NaN at " << i0 << ", " << j0;
  }
}

TYPED_TEST(Getrf, FactorsRowMajorMatrices) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair<Index, Index>{50, 50}, {70, 33}, {33, 70}, {1, 5}, {5, 1}}) {
    Factorable<T> columns(m, n), rows(n, m, 3);
    this->randomise(columns);
    rows.fill([&](Index j, Index i) { return columns.at(i, j); });
    factor(columns.problem);
    LuProblem<T> problem = rows.problem;
    problem.m = m;
    problem.n = n;
    problem.layout = Layout::row_major;
    EXPECT_EQ(factor(problem), 0);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) ASSERT_EQ(rows.at(j, i), columns.at(i, j));
    for (Index k = 0; k < std::min(m, n); ++k) EXPECT_EQ(problem.pivots[k], columns.problem.pivots[k]);
  }
}

TYPED_TEST(Getrf, RefusesWhatCannotBe) {
  using T = TypeParam;
  T element{};
  std::int64_t pivot = 0;
  const auto refused = [&](LuProblem<T> problem, const std::string& word) {
    try {
      factor(problem);
      ADD_FAILURE() << word << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  };
  refused({-1, 1, &element, 1, &pivot}, "m is -1");
  refused({1, -2, &element, 1, &pivot}, "n is -2");
  refused({5, 1, &element, 4, &pivot}, "lda is 4");
  refused({1, 1, nullptr, 1, &pivot}, "a is a null pointer");
  refused({1, 1, &element, 1, nullptr}, "ipiv is a null pointer");
  refused({Index{1} << 40, Index{1} << 40, &element, Index{1} << 40, &pivot}, "address space");
  EXPECT_EQ(factor(LuProblem<T>{0, 5, nullptr, 1, nullptr}), 0);
  Options options;
  options.nb = -1;
  EXPECT_THROW(factor(LuProblem<T>{1, 1, &element, 1, &pivot}, options), Error);
}

}  // namespace
}  // namespace numapack
