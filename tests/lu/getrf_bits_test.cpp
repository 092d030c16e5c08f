// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <thread>

#include "base/limits.hpp"
#include "lu/getrf.hpp"
#include "lu/lu.hpp"
#include "lu/lu_execute.hpp"
#include "profile/profile.hpp"
#include "support/invented_nodes.hpp"
#include "support/lu_check.hpp"
#include "support/planning.hpp"

// The same bits of factors and the same pivots, whoever computes them.
namespace numapack {
namespace {

using testing::check_factors;
using testing::Factorable;
using testing::Generator;
using testing::Getrf;
using testing::random_value;
using testing::Real;
using testing::test_seed;

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Getrf, Types);

TYPED_TEST(Getrf, GivesTheSameBitsWhateverTheThreads) {
  using T = TypeParam;
  Factorable<T> matrix(330, 300);
  this->randomise(matrix);
  Options options;
  options.nb = 48;
  options.threads = 1;
  factor(matrix.problem, options);
  const std::vector<T> first = matrix.result();
  options.collapse = false;
  for (int turn = 0; turn < 4; ++turn) {
    options.threads = 0;
    matrix.restore();
    factor(matrix.problem, options);
    EXPECT_EQ(std::memcmp(first.data(), matrix.result().data(), first.size() * sizeof(T)), 0);
  }
}

/// Nodes that are one and the same here, so that panels and copies travel: every size of machine runs this.
TYPED_TEST(Getrf, GivesTheSameBitsWhateverTheMachine) {
  using T = TypeParam;
  Generator& random = this->generator;
  const Index mr = choose_shape("", true, type_of<T>()).mr;
  const std::vector<Kernel<T>>& kernels = usable_kernels<T>();
  int copied = 0, in_strips = 0, transposed_in_place = 0, transposed_by_copies = 0;
  const auto is_seen = [&] {
    return copied > 0 && in_strips > 0 && transposed_in_place > 0 && transposed_by_copies > 0;
  };
  // Homes and sizes are random; what must come up does so in one turn of ten or more.
  for (int turn = 0; turn < 16 || (!is_seen() && turn < 400); ++turn) {
    const int nodes = 1 + turn % 4, cores = 1 + static_cast<int>(random() % 4);
    testing::InventedNodes here(nodes, cores, random);
    const Index m = 1 + static_cast<Index>(random() % 400),
                n = turn % 8 == 1 || random() % 3 == 0 ? m : 1 + static_cast<Index>(random() % 400);
    Factorable<T> matrix(m, n, static_cast<Index>(random() % 3));
    // Of small whole numbers some have no pivot in a column.
    const bool whole = random() % 3 == 0;
    matrix.fill([&](Index, Index j) {
      const T value = random_value<T>(random);
      return !whole ? value : j % 7 == 3 ? T{0} : T(static_cast<Real<T>>(std::lround(std::real(value) * 2)));
    });
    Options options;
    options.nb = mr * static_cast<Index>(1 + random() % 3);
    options.threads = 1;
    // A level of bits chooses the kernel.
    if (limits_of_environment().bits.empty()) options.kernel = kernels[random() % kernels.size()].shape.name;
    const Index info = factor(matrix.problem, options);
    const std::vector<T> expected = matrix.result();
    const std::vector<std::int64_t> pivots(matrix.problem.pivots, matrix.problem.pivots + std::min(m, n));

    options.threads = 0;
    options.collapse = false;
    options.localise = random() % 3 != 0;
    const LuPlan plan = make_lu_plan(
        matrix.problem.shape(), testing::kernel_on(here.machine, type_of<T>(), options.kernel),
        here.some_homes(m, n, random), here.machine, estimate_profile(here.machine), here.layout, options);
    copied += plan.redeployed ? 1 : 0;
    in_strips += plan.strip > 0 ? 1 : 0;
    SCOPED_TRACE("turn " + std::to_string(turn) + ": " + std::to_string(m) + " x " + std::to_string(n) +
                 " on " + std::to_string(nodes) + " x " + std::to_string(cores) + "\n" +
                 explain(plan, here.machine));
    ASSERT_EQ(plan.tasks.size(), static_cast<std::size_t>(nodes));
    for (int again = 0; again < 2; ++again) {
      matrix.restore();
      ASSERT_EQ(execute(plan, matrix.problem, &here.teams, here.pool), info);
      ASSERT_TRUE(std::equal(pivots.begin(), pivots.end(), matrix.problem.pivots));
      ASSERT_EQ(std::memcmp(expected.data(), matrix.result().data(), expected.size() * sizeof(T)), 0);
    }

    options.localise = options.localise && turn % 8 != 1;
    PanelShape of_rows = matrix.problem.shape();
    of_rows.by_rows = true;
    const LuPlan by_rows = make_lu_plan(of_rows, plan.kernel, here.some_homes(m, n, random), here.machine,
                                        estimate_profile(here.machine), here.layout, options);
    transposed_in_place += by_rows.transposes_in_place() ? 1 : 0;
    transposed_by_copies += by_rows.redeployed ? 1 : 0;
    matrix.restore();
    Factorable<T> rows(n, m, static_cast<Index>(random() % 3));
    rows.fill([&](Index j, Index i) { return matrix.at(i, j); });
    LuProblem<T> problem = rows.problem;
    problem.m = m, problem.n = n, problem.layout = Layout::row_major;
    ASSERT_EQ(execute(by_rows, problem, &here.teams, here.pool), info) << explain(by_rows, here.machine);
    ASSERT_TRUE(std::equal(pivots.begin(), pivots.end(), problem.pivots));
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        ASSERT_EQ(std::memcmp(&rows.at(j, i), &expected[static_cast<std::size_t>(i + j * matrix.problem.lda)],
                              sizeof(T)),
                  0)
            << i << ", " << j << "\n"
            << explain(by_rows, here.machine);
    for (Index i = 0; i + 1 < m; ++i)
      for (Index j = n; j < problem.lda; ++j) ASSERT_EQ(rows.at(j, i), T{-77});
  }
  EXPECT_GT(copied, 0);
  EXPECT_GT(in_strips, 0);
  EXPECT_GT(transposed_in_place, 0);
  EXPECT_GT(transposed_by_copies, 0);
}

TYPED_TEST(Getrf, ServesManyCallersAtOnce) {
  using T = TypeParam;
  constexpr int callers = 4;
  std::vector<std::string> outcome(callers, "did not run");
  std::vector<std::thread> threads;
  for (int caller = 0; caller < callers; ++caller) {
    threads.emplace_back([&outcome, caller] {
      Generator own(test_seed() + static_cast<unsigned>(caller));
      for (int turn = 0; turn < 3; ++turn) {
        Factorable<T> matrix(100 + 7 * caller, 110 - turn);
        matrix.fill([&](Index, Index) { return random_value<T>(own); });
        Options options;
        options.nb = 24;
        options.collapse = caller % 2 == 0;
        factor(matrix.problem, options);
        outcome[static_cast<std::size_t>(caller)] = check_factors(matrix);
        if (!outcome[static_cast<std::size_t>(caller)].empty()) return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : outcome) EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace numapack
