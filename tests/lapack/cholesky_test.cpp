// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstring>

#include "lapack/cholesky_execute.hpp"
#include "lapack/definite.hpp"
#include "profile/profile.hpp"
#include "support/invented_nodes.hpp"
#include "support/stored_triangles.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Cholesky, Types);

/// Of a tile that is cut again, and of several, by every kernel that runs here.
TYPED_TEST(Cholesky, IsThatOfEveryKernel) {
  using T = TypeParam;
  const Machine machine = host_machine();
  WorkspacePool pool(machine, true);
  for (const Kernel<T>& usable : usable_kernels<T>())
    for (const Index n : {Index{33}, Index{97}, Index{193} + this->below(120)})
      for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
        const Dense<T> a = this->definite(n, 1, 0);
        TriangleOperand<T> operand(triangle, n, 1, TriangleOperand<T>::Diagonal::real);
        operand.fill([&](Index i, Index j) { return a.at(i, j); });
        const Dense<T> stored = operand.hermitian();
        const CholeskyPlan plan = plan_cholesky_alone({type_of<T>(), triangle, n}, usable.shape, {});
        ASSERT_EQ(execute(plan, operand.matrix, nullptr, pool), Index{0});
        ASSERT_EQ(operand.strayed(), "") << usable.shape.name;
        const Dense<T> l = this->lower_factor(operand);
        ASSERT_EQ(beyond(l * l.adjoint() - stored, roundings<T>(n + 2), l.sizes() * l.adjoint().sizes()), "")
            << usable.shape.name << " " << n;
      }
}

/// |A - L L^H| <= gamma_{n+1} |L| |L^H| (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.
/// 2002, theorem 10.3), whatever the condition, and one rounding more for a reciprocal.
TYPED_TEST(Cholesky, FactorsWithinTheBoundOfEachElement) {
  using T = TypeParam;
  std::vector<Index> sizes = orders();
  sizes.push_back(270);
  for (const Index n : sizes)
    for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
      if (n > 200 && triangle == Triangle::upper) continue;
      const int grade = n % 2 == 0 ? 20 : 0;
      const Dense<T> a = this->definite(n, n % 3 == 0 ? 0.01 * double(n) : 1, grade);
      TriangleOperand<T> operand(triangle, n, n % 5, TriangleOperand<T>::Diagonal::real);
      operand.fill([&](Index i, Index j) { return a.at(i, j); });
      const Dense<T> stored = operand.hermitian();
      ASSERT_EQ(factor_cholesky(operand.matrix), 0) << n;
      ASSERT_EQ(operand.strayed(), "") << n;
      const Dense<T> l = this->lower_factor(operand);
      ASSERT_EQ(beyond(l * l.adjoint() - stored, roundings<T>(n + 2), l.sizes() * l.adjoint().sizes()), "");
    }
}

/// The matrix min(i, j), of which L has ones, is as ill-conditioned as 4 n^2; all its arithmetic is exact.
TYPED_TEST(Cholesky, IsExactWhereArithmeticIs) {
  using T = TypeParam;
  for (const Index n : {5, 32, 70, 150})
    for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
      TriangleOperand<T> operand(triangle, n, 1, TriangleOperand<T>::Diagonal::real);
      operand.fill([](Index i, Index j) { return Wide<T>(WideReal<T>(std::min(i, j) + 1)); });
      ASSERT_EQ(factor_cholesky(operand.matrix), 0);
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i)
          if (operand.holds(i, j)) {
            ASSERT_EQ(operand.at(i, j), T{1}) << i << "," << j;
          }
    }
}

/// Singular, indefinite, NaN on or off the diagonal: always the first minor, and the columns before it.
TYPED_TEST(Cholesky, SaysWhichMinorIsNotPositiveDefinite) {
  using T = TypeParam;
  using R = WideReal<T>;
  const R nan = std::numeric_limits<R>::quiet_NaN();
  for (const Index n : {1, 2, 33, 64, 100}) {
    const Dense<T> l = this->integers(n);
    for (const Index bad : {Index{0}, n / 2, n - 1, this->below(n), Index{31}, Index{32}, Index{33}}) {
      if (bad >= n) continue;
      for (const R pivot : {R{0}, R{-1}, -std::numeric_limits<R>::infinity(), nan})
        for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
          Dense<T> scaled = l;
          for (Index i = 0; i < n; ++i) scaled.at(i, bad) *= std::isfinite(pivot) ? pivot : R{1};
          Dense<T> a = scaled * l.adjoint();
          if (!std::isfinite(pivot)) a.at(bad, bad) = pivot;
          TriangleOperand<T> operand(triangle, n, 2, TriangleOperand<T>::Diagonal::real);
          operand.fill([&](Index i, Index j) { return a.at(i, j); });
          ASSERT_EQ(factor_cholesky(operand.matrix), bad + 1) << "order " << n << " pivot " << pivot;
          const Dense<T> found = this->lower_factor(operand);
          for (Index j = 0; j < bad; ++j)
            for (Index i = j; i < n; ++i)
              ASSERT_EQ(found.at(i, j), l.at(i, j)) << i << "," << j << " before minor " << bad + 1;
        }
    }
  }
}

TYPED_TEST(Cholesky, NoticesWhatIsNotANumberBesideTheDiagonal) {
  using T = TypeParam;
  for (const Index n : {2, 20, 80})
    for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
      const Index column = this->below(n - 1), row = column + 1 + this->below(n - 1 - column);
      TriangleOperand<T> operand(triangle, n, 0, TriangleOperand<T>::Diagonal::real);
      operand.fill([&](Index i, Index j) {
        if (std::max(i, j) == row && std::min(i, j) == column) return Wide<T>(nothing<T>());
        return Wide<T>(i == j ? 4 : 0);
      });
      EXPECT_EQ(factor_cholesky(operand.matrix), row + 1) << "order " << n << " column " << column;
    }
}

/// Nodes that are one and the same here, so that tiles and copies travel: every size of machine runs this.
TYPED_TEST(Cholesky, GivesTheSameBitsWhateverTheMachine) {
  using T = TypeParam;
  Generator& random = this->generator;
  const std::vector<Kernel<T>>& kernels = usable_kernels<T>();
  int copied = 0, in_strips = 0, stopped = 0;
  const auto is_seen = [&] { return copied > 0 && in_strips > 0 && stopped > 0; };
  // Homes and sizes are random; what must come up does so in one turn of ten or more.
  for (int turn = 0; turn < 16 || (!is_seen() && turn < 400); ++turn) {
    const int nodes = 1 + turn % 4, cores = 1 + static_cast<int>(random() % 4);
    InventedNodes here(nodes, cores, random);
    const Triangle triangle = random() % 2 == 0 ? Triangle::lower : Triangle::upper;
    const Index n = 33 + this->below(500), lda = n + this->below(3);
    std::vector<T> before(static_cast<std::size_t>(lda * n));
    for (T& element : before) element = random_value<T>(random);
    for (Index i = 0; i < n; ++i)
      before[static_cast<std::size_t>(i * (lda + 1))] = T(static_cast<Real<T>>(n));
    // Some have a minor that is not positive definite.
    if (random() % 3 == 0) before[static_cast<std::size_t>(this->below(n) * (lda + 1))] = T{-1};
    std::vector<T> expected = before;
    const KernelShape& kernel = kernels[random() % kernels.size()].shape;
    const CholeskyCall call{type_of<T>(), triangle, n};
    const Index info =
        *execute(plan_cholesky_alone(call, kernel, {}),
                 StoredTriangle<T>{"potrf", triangle, n, expected.data(), lda}, nullptr, here.pool);
    stopped += info > 0 ? 1 : 0;

    Options options;
    options.collapse = false;
    options.localise = random() % 3 != 0;
    const CholeskyPlan plan = make_cholesky_plan(call, kernel, here.some_homes(n, n, random), here.machine,
                                                 estimate_profile(here.machine), here.layout, options);
    copied += plan.redeployed ? 1 : 0;
    in_strips += plan.strip < plan.nb ? 1 : 0;
    SCOPED_TRACE("turn " + std::to_string(turn) + ": " + (triangle == Triangle::lower ? "lower " : "upper ") +
                 std::to_string(n) + " on " + std::to_string(nodes) + " x " + std::to_string(cores) + "\n" +
                 explain(plan, here.machine));
    ASSERT_EQ(plan.tasks.size(), static_cast<std::size_t>(nodes));
    std::vector<T> found = before;
    ASSERT_EQ(
        execute(plan, StoredTriangle<T>{"potrf", triangle, n, found.data(), lda}, &here.teams, here.pool),
        info);
    // Behind such a minor nothing is of use.
    const Index columns = info > 0 ? info : n;
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < lda; ++i) {
        const bool stored = i < n && (triangle == Triangle::lower ? i >= j : i <= j);
        const auto at = static_cast<std::size_t>(i + j * lda);
        if (!stored) {
          ASSERT_EQ(found[at], before[at]) << i << ", " << j;
        } else if ((triangle == Triangle::lower ? j : i) < columns) {
          ASSERT_EQ(std::memcmp(&found[at], &expected[at], sizeof(T)), 0)
              << i << ", " << j << " info " << info;
        }
      }
  }
  EXPECT_GT(copied, 0);
  EXPECT_GT(in_strips, 0);
  EXPECT_GT(stopped, 0);
}

}  // namespace
}  // namespace numapack
