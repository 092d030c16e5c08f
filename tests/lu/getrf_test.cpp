// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "lu/lu.hpp"
#include "lu/lu_execute.hpp"
#include "profile/profile.hpp"
#include "support/invented_nodes.hpp"
#include "support/lu_check.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using testing::check_factors;
using testing::Factorable;
using testing::Generator;
using testing::random_value;
using testing::Real;
using testing::test_seed;
using testing::UnblockedFactors;

template <class T>
class Getrf : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};

  Index pick(const std::vector<Index>& from) { return from[generator() % from.size()]; }
  Factorable<T>& randomise(Factorable<T>& matrix) {
    return matrix.fill([&](Index, Index) { return random_value<T>(generator); });
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Getrf, Types);

/// Around every size that the code distinguishes, and others.
template <class T>
std::vector<Index> interesting_sizes() {
  const KernelShape kernel = choose_shape("", true, type_of<T>());
  std::vector<Index> sizes{0, 1, 2, 3, 7, 13, 31, 97, 128};
  for (const Index edge : {Index{kernel.mr}, Index{kernel.nr}, Index{2 * kernel.mr}, Index{8}, Index{16}})
    for (const Index size : {edge - 1, edge, edge + 1}) sizes.push_back(size);
  return sizes;
}

/// A small factorisation with several panels, on one thread or as many as there are.
template <class T>
Options some_options(Generator& generator) {
  Options options;
  const Index mr = choose_shape("", true, type_of<T>()).mr;
  const Index blocks[] = {0, 1, mr, 2 * mr};
  options.nb = blocks[generator() % 4];
  options.threads = static_cast<int>(generator() % 3);
  options.collapse = generator() % 2 == 0;
  return options;
}

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
  int copied = 0, in_strips = 0, turned_in_place = 0, turned_by_copies = 0;
  const auto is_seen = [&] {
    return copied > 0 && in_strips > 0 && turned_in_place > 0 && turned_by_copies > 0;
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
    turned_in_place += by_rows.turns_in_place() ? 1 : 0;
    turned_by_copies += by_rows.redeployed ? 1 : 0;
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
  EXPECT_GT(turned_in_place, 0);
  EXPECT_GT(turned_by_copies, 0);
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
