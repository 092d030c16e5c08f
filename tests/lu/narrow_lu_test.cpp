// SPDX-License-Identifier: BSD-3-Clause
#include "lu/narrow_lu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "lu/lu_execute.hpp"
#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "runtime/runtime.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using testing::Generator;
using testing::random_value;
using testing::test_seed;

template <class T>
class Narrow : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Narrow, Reals);

/// By a plan, as all other matrices are factored.
template <class T>
Index factor_in_panel(const LuProblem<T>& problem) {
  Runtime& runtime = Runtime::get();
  const HomeMap homes =
      HomeMap::on_node(problem.m, problem.n, 0, static_cast<int>(runtime.machine().nodes.size()));
  Options one;
  one.threads = 1;
  const LuPlan plan = make_lu_plan(problem.shape(), default_kernel<T>().shape, homes, runtime.machine(),
                                   runtime.profile(), runtime.layout(), one);
  return *execute(plan, problem, nullptr, runtime.workspaces(), nullptr);
}

TYPED_TEST(Narrow, HasTheBitsOfAPanel) {
  using T = TypeParam;
  const ::testing::ScopedTrace trace(__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Generator generator(test_seed());
  int taken = 0, singular = 0;
  for (int round = 0; round < 3000; ++round) {
    const Index m = 1 + static_cast<Index>(generator() % 34), n = 1 + static_cast<Index>(generator() % 10);
    const bool by_rows = generator() % 2 == 0;
    const Layout layout = by_rows ? Layout::row_major : Layout::column_major;
    const Index stored = by_rows ? n : m, lda = stored + static_cast<Index>(generator() % 5);
    if (!NarrowLu<T>::takes({type_of<T>(), m, n})) {
      EXPECT_TRUE(m > 32 || n > m || n > 8);
      continue;
    }
    ++taken;
    std::vector<T> a(static_cast<std::size_t>(lda * (by_rows ? m : n)));
    // Whole numbers have ties and columns without a pivot; tiny ones are divided by.
    const std::size_t kind = generator() % 3;
    for (T& element : a)
      element = kind == 0   ? random_value<T>(generator)
                : kind == 1 ? static_cast<T>(static_cast<int>(generator() % 3) - 1)
                            : random_value<T>(generator) * std::numeric_limits<T>::min();
    if (generator() % 4 == 0) {
      const auto column = static_cast<Index>(generator() % static_cast<std::size_t>(n));
      for (Index i = 0; i < m; ++i)
        a[static_cast<std::size_t>(by_rows ? i * lda + column : i + column * lda)] = T{0};
    }
    std::vector<T> in_panel = a;
    std::vector<std::int64_t> pivots(static_cast<std::size_t>(n)), expected(pivots);
    const Index info = NarrowLu<T>::factor({m, n, a.data(), lda, pivots.data(), layout});
    EXPECT_EQ(info, factor_in_panel<T>({m, n, in_panel.data(), lda, expected.data(), layout}));
    EXPECT_EQ(pivots, expected) << m << " x " << n;
    EXPECT_EQ(std::memcmp(a.data(), in_panel.data(), a.size() * sizeof(T)), 0)
        << m << " x " << n << " " << kind;
    singular += info > 0 ? 1 : 0;
  }
  EXPECT_GT(taken, 1000);
  EXPECT_GT(singular, 50);
}

}  // namespace
}  // namespace numapack
