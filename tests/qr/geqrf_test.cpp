// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "base/error.hpp"
#include "profile/profile.hpp"
#include "qr/qr.hpp"
#include "qr/qr_execute.hpp"
#include "support/invented_nodes.hpp"
#include "support/options.hpp"
#include "support/planning.hpp"
#include "support/qr_check.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

template <class T>
class Geqrf : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index pick(const std::vector<Index>& from) { return from[generator() % from.size()]; }

  /// Factors it; check_qr()'s word, unless the caller wants the factors, too.
  std::string factor_and_check(const Rectangle<T>& a, std::vector<T>* factors_of_reflectors = nullptr) {
    const WideMatrix<T> before(a);
    std::vector<T> tau(static_cast<std::size_t>(std::min(a.m, a.n)), T{-99});
    factor(QrProblem<T>{a.m, a.n, a.data(), a.ld, tau.data()});
    if (factors_of_reflectors != nullptr) *factors_of_reflectors = tau;
    return check_qr(a, tau, before);
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Geqrf, Types);

/// Around the widths of leaves and panels, and others.
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
  W turned = y;
  apply_reflectors(a, widened(tau), true, turned);
  EXPECT_LE(std::abs(turned.norm() - y.norm()), allowed<T>(m, k) * y.norm());
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

/// Nodes that are one and the same here, so that panels and copies travel: every size of machine runs this.
TYPED_TEST(Geqrf, GivesTheSameBitsWhateverTheMachine) {
  using T = TypeParam;
  Generator& random = this->generator;
  int copied = 0, by_gangs = 0, stopped = 0;
  const auto is_seen = [&] { return copied > 0 && by_gangs > 0 && stopped > 0; };
  // Homes and sizes are random; what must come up does so in one turn of ten or more.
  for (int turn = 0; turn < 16 || (!is_seen() && turn < 400); ++turn) {
    const int nodes = 1 + turn % 4, cores = 1 + static_cast<int>(random() % 4);
    testing::InventedNodes on(nodes, cores, random);
    const Index m = 20 + static_cast<Index>(random() % 480), n = 20 + static_cast<Index>(random() % 380);
    const Index k = std::min(m, n);
    Rectangle<T> a(m, n, static_cast<Index>(random() % 3));
    a.randomise(random);
    // Columns that need care: of zeros, tiny ones, and one that is no number.
    if (turn % 3 == 0)
      for (Index i = 0; i < m; ++i) {
        a.at(i, k / 2) = T{0};
        a.at(i, k / 3) *= std::numeric_limits<Real<T>>::min();
      }
    const bool has_nan = turn % 5 == 4;
    if (has_nan) a.at(m / 2, k / 4) = T{std::numeric_limits<Real<T>>::quiet_NaN()};
    const std::vector<T> before = a.all();
    std::vector<T> tau(static_cast<std::size_t>(k)), expected_tau = tau;
    const PanelShape shape{type_of<T>(), m, n};
    const KernelShape kernel = kernel_on(on.machine, type_of<T>());
    const auto run = [&](const QrPlan& plan, std::vector<T>& factors) {
      std::ranges::copy(before, a.data());
      return execute(plan, QrProblem<T>{m, n, a.data(), a.ld, factors.data()}, &on.teams, on.pool);
    };
    const HomeMap here = HomeMap::on_node(m, n, 0, nodes);
    const std::optional<Index> done = run(
        make_qr_plan(shape, kernel, here, on.machine, estimate_profile(on.machine), on.layout, options_of(1)),
        expected_tau);
    const std::vector<T> expected = a.all();
    stopped += done < k ? 1 : 0;
    EXPECT_EQ(done < k, has_nan);

    Options options = options_of(0, {}, false);
    options.localise = random() % 3 != 0;
    const QrPlan plan = make_qr_plan(shape, kernel, on.some_homes(m, n, random), on.machine,
                                     estimate_profile(on.machine), on.layout, options);
    copied += plan.redeployed ? 1 : 0;
    by_gangs += plan.tasks.front().gang > 1 ? 1 : 0;
    SCOPED_TRACE("turn " + std::to_string(turn) + ": " + std::to_string(m) + " x " + std::to_string(n) +
                 " on " + std::to_string(nodes) + " x " + std::to_string(cores) + "\n" +
                 explain(plan, on.machine));
    ASSERT_EQ(plan.tasks.size(), static_cast<std::size_t>(nodes));
    for (int again = 0; again < 2; ++again) {
      ASSERT_EQ(run(plan, tau), done);
      const auto columns = static_cast<std::size_t>(*done);
      ASSERT_EQ(std::memcmp(expected_tau.data(), tau.data(), columns * sizeof(T)), 0);
      ASSERT_EQ(std::memcmp(expected.data(), a.all().data(), expected.size() * sizeof(T)), 0);
    }

    const QrPlan by_rows = make_qr_plan({type_of<T>(), m, n, true}, kernel, on.some_homes(m, n, random),
                                        on.machine, estimate_profile(on.machine), on.layout, options);
    EXPECT_TRUE(by_rows.redeployed);
    Rectangle<T> rows(n, m, static_cast<Index>(random() % 3));
    rows.fill([&](Index j, Index i) { return before[static_cast<std::size_t>(i + j * a.ld)]; });
    const QrProblem<T> problem{m, n, rows.data(), rows.ld, tau.data(), Layout::row_major};
    ASSERT_EQ(execute(by_rows, problem, &on.teams, on.pool), done);
    ASSERT_EQ(std::memcmp(expected_tau.data(), tau.data(), static_cast<std::size_t>(*done) * sizeof(T)), 0);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        ASSERT_EQ(std::memcmp(&rows.at(j, i), &expected[static_cast<std::size_t>(i + j * a.ld)], sizeof(T)),
                  0)
            << i << ", " << j << "\n"
            << explain(by_rows, on.machine);
    EXPECT_TRUE(rows.gaps_are_whole());
  }
  EXPECT_GT(copied, 0);
  EXPECT_GT(by_gangs, 0);
  EXPECT_GT(stopped, 0);
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

/// LAPACK's drivers for generalised eigenvalues factor the same rows with the columns behind them if vectors
/// are wanted and without them if not, and its own tests compare the values bit by bit.
TYPED_TEST(Geqrf, OfSquaresDoesNotDependOnColumnsBehind) {
  using T = TypeParam;
  for (Index m = 1; m <= 48; ++m) {
    Rectangle<T> wide(m, m + 1 + this->pick({0, 1, 5, 40})), square(m, m);
    wide.randomise(this->generator);
    square.fill([&](Index i, Index j) { return wide.at(i, j); });
    const auto size = static_cast<std::size_t>(m);
    std::vector<T> tau(size), tau_of_wide(size);
    factor(QrProblem<T>{m, m, square.data(), square.ld, tau.data()});
    factor(QrProblem<T>{m, wide.n, wide.data(), wide.ld, tau_of_wide.data()});
    EXPECT_EQ(tau_of_wide, tau) << m << ", " << wide.n;
    for (Index j = 0; j < m; ++j)
      for (Index i = 0; i < m; ++i) ASSERT_EQ(wide.at(i, j), square.at(i, j)) << m << ", " << wide.n;
  }
}

TYPED_TEST(Geqrf, HasTheSameBitsBesideOtherCalls) {
  using T = TypeParam;
  Rectangle<T> a(150, 130, 2);
  a.randomise(this->generator);
  const std::vector<T> before = a.all();
  std::vector<T> tau(130);
  factor(QrProblem<T>{a.m, a.n, a.data(), a.ld, tau.data()});
  std::vector<std::thread> threads;
  std::vector<std::vector<T>> others(3, before), taus(3, std::vector<T>(130));
  for (std::size_t t = 0; t < 3; ++t)
    threads.emplace_back([&, t] { factor(QrProblem<T>{150, 130, others[t].data(), 152, taus[t].data()}); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < 3; ++t) {
    EXPECT_EQ(others[t], a.all());
    EXPECT_EQ(taus[t], tau);
  }
}

}  // namespace
}  // namespace numapack
