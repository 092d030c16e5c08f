// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "support/options.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT
using Kind = CholeskyStep::Kind;

/// By elements: each multiply-add l(i, k) l(j, k) once, and only with numbers of L that are finished.
TEST(CholeskySteps, DoEveryMultiplyAddOnceAndNoneTooEarly) {
  for (const Index n : {1, 2, 3, 13, 32, 45}) {
    for (const Index leaf : {1, 4}) {
      std::vector<Index> done(static_cast<std::size_t>(n * n)), finished(done.size());
      const auto at = [n](Index i, Index j) { return static_cast<std::size_t>(i + j * n); };
      Index begun = 0;
      const auto subtract = [&](Index i, Index j, Range columns) {
        for (Index k = columns.begin; k < columns.end; ++k) {
          ASSERT_EQ(done[at(i, j)], k) << "in order, so once";
          ASSERT_EQ(finished[at(i, k)], 1);
          ASSERT_EQ(finished[at(j, k)], 1);
          ++done[at(i, j)];
        }
      };
      const auto finish = [&](Index i, Index j, Index from) {
        subtract(i, j, {from, j});
        ASSERT_EQ(finished[at(i, j)]++, 0);
      };
      each_cholesky_step({0, n}, leaf, [&](const CholeskyStep& step) {
        const auto [kind, own, with] = step;
        if (kind == Kind::leaf) {
          ASSERT_EQ(own.begin, begun);
          ASSERT_LE(own.size(), leaf);
          begun = own.end;
          for (Index j = own.begin; j < own.end; ++j)
            for (Index i = j; i < own.end; ++i) finish(i, j, own.begin);
        }
        if (kind == Kind::solve)
          for (Index j = own.begin; j < own.end; ++j)
            for (Index i = with.begin; i < with.end; ++i) finish(i, j, own.begin);
        if (kind == Kind::update)
          for (Index j = own.begin; j < own.end; ++j)
            for (Index i = j; i < own.end; ++i) subtract(i, j, with);
      });
      EXPECT_EQ(begun, n);
      for (Index j = 0; j < n; ++j)
        for (Index i = j; i < n; ++i) {
          EXPECT_EQ(done[at(i, j)], j);
          EXPECT_EQ(finished[at(i, j)], 1);
        }
    }
  }
}

TEST(CholeskySteps, HaveTheFlopsOfAll) {
  double flops = 0;
  each_cholesky_step({0, 3000}, 32, [&](const CholeskyStep& step) { flops += step.flops(); });
  EXPECT_NEAR(flops, 9e9, 1e-3 * 9e9);
}

TEST(LeastOfTriangle, IsWhatElementsAndGraphsHave) {
  EXPECT_NEAR(least_of_triangle(1).seen, 1, 1e-9);
  EXPECT_NEAR(least_of_triangle(1).written, 1, 1e-9);
  EXPECT_NEAR(least_of_triangle(0).written, 0, 1e-9);
  // Written: element by element, from the last column on.
  constexpr Index n = 2000;
  const double all = double(n) * n * n / 6;
  for (const double share : {0.1, 0.25, 0.5, 0.9}) {
    double work = 0, elements = 0;
    for (Index j = n - 1; j >= 0 && work < share * all; --j)
      work += double(j) * double(n - j), elements += double(n - j);
    EXPECT_NEAR(least_of_triangle(share).written, elements / (double(n) * n / 2), 2e-3) << share;
  }
  // Seen: no set of elements has more multiply-adds than it allows.
  Generator generator(test_seed());
  constexpr int order = 24;
  for (int turn = 0; turn < 300; ++turn) {
    bool edge[order][order] = {};
    // A block of the first rows is the fullest there is; others have holes.
    const Index rows = pick(generator, 3, order), of_ten = turn % 2 == 0 ? 10 : pick(generator, 1, 10);
    double edges = 0, triangles = 0;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < i; ++j) edges += edge[i][j] = pick(generator, 1, 10) <= of_ten;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < i; ++j)
        for (Index k = 0; k < j; ++k) triangles += edge[i][j] && edge[i][k] && edge[j][k];
    const double whole = double(order) * order * order / 6;
    EXPECT_LE(least_of_triangle(triangles / whole).seen * order * order / 2, edges * (1 + 1e-9));
  }
}

class CholeskyPlans : public ::testing::Test {
 protected:
  CholeskyPlan plan(const CholeskyCall& call, const HomeMap& homes, const Options& options = {}) const {
    return make_cholesky_plan(call, choose_shape(*row_of(site_.machine, "").row, false, call.type), homes,
                              site_.machine, site_.profile, site_.layout, options);
  }
  const Site site_{captured("kunpeng920")};
};

TEST_F(CholeskyPlans, ShareEachStepWhole) {
  for (const Half half : {Half::lower, Half::upper}) {
    const CholeskyPlan made = plan({Type::d, half, 3000}, HomeMap::on_node(3000, 3000, 0, 4));
    std::size_t at = 0;
    bool several = false;
    each_cholesky_step({0, 3000}, made.leaf, [&](const CholeskyStep& step) {
      const PlannedStep& planned = made.steps[at++];
      ASSERT_EQ(planned.step, step);
      several |= planned.shares.size() == 4;
      Index lines = 0;
      double area = 0;
      for (const StepShare& share : planned.shares) {
        lines += share.lines;
        for (Index j = share.columns.begin; j < share.columns.end; ++j)
          area += double(half == Half::lower
                             ? std::max<Index>(0, share.rows.end - std::max(j, share.rows.begin))
                             : std::max<Index>(0, std::min(j + 1, share.rows.end) - share.rows.begin));
      }
      EXPECT_EQ(lines, step.kind == Kind::solve ? step.with.size() : 0);
      const double half_of_at = double(step.at.size()) * double(step.at.size() + 1) / 2;
      EXPECT_EQ(area, step.kind == Kind::solve ? 0 : half_of_at) << step.at.begin;
    });
    EXPECT_EQ(at, made.steps.size());
    EXPECT_TRUE(several);
  }
}

TEST_F(CholeskyPlans, MoveLittleMoreThanTheirStepsMust) {
  for (const Half half : {Half::lower, Half::upper}) {
    for (const Index n : {768, 3000}) {
      const CholeskyPlan made = plan({Type::d, half, n}, HomeMap::on_node(n, n, 0, 4));
      double steps = 0;
      for (const PlannedStep& planned : made.steps) steps += planned.crossing;
      EXPECT_NEAR(made.traffic.crossing(), steps, 1e-6 * steps);
      EXPECT_GE(made.traffic.crossing(), 0.99 * made.least_of_steps);
      EXPECT_LE(made.traffic.crossing(), 1.10 * made.least_of_steps);
      EXPECT_GT(made.least_of_steps, made.least_crossing);
      // Three nodes without a page, each with a quarter of the work.
      const LeastOfTriangle least = least_of_triangle(0.25);
      EXPECT_NEAR(made.least_crossing, 3 * (least.seen + least.written) * double(n) * double(n) / 2 * 8,
                  1e-6 * made.least_crossing);
    }
  }
}

TEST_F(CholeskyPlans, OnOneNodeNothingCrosses) {
  const CholeskyPlan made =
      plan({Type::z, Half::lower, 2000}, HomeMap::on_node(2000, 2000, 2, 4), testing::options_of(0, {2}));
  EXPECT_EQ(made.traffic.crossing(), 0);
  EXPECT_EQ(made.least_crossing, 0);
  EXPECT_EQ(plan({Type::s, Half::upper, 0}, HomeMap::on_node(0, 0, 0, 4)).traffic.crossing(), 0);
  EXPECT_THROW(plan({Type::d, Half::lower, 9}, HomeMap::on_node(9, 9, 0, 4), testing::options_of(0, {7})),
               Error);
}

}  // namespace
}  // namespace numapack
