// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <thread>

#include "profile/profile.hpp"
#include "qr/geqrf.hpp"
#include "qr/qr.hpp"
#include "qr/qr_execute.hpp"
#include "support/invented_nodes.hpp"
#include "support/options.hpp"
#include "support/planning.hpp"
#include "support/qr_check.hpp"

// The same bits of factors, whoever computes them.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Geqrf, Types);

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
