// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_plan.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/options.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

class QrPlans : public ::testing::Test {
 protected:
  QrPlan plan(const QrShape& shape, const HomeMap& homes, const Options& options = {}) const {
    return make_qr_plan(shape, choose_shape(*row_of(site_.machine, "").row, false, shape.type), homes,
                        site_.machine, site_.profile, site_.layout, options);
  }
  const Site site_{captured("kunpeng920")};
};

TEST_F(QrPlans, FactorEveryColumnOnceAndUpdateAllThatIsBehind) {
  Generator generator(test_seed());
  for (int turn = 0; turn < 6; ++turn) {
    const QrShape shape{Type::d, pick(generator, 1, 3000), pick(generator, 1, 3000)};
    Index done = 0;
    for (const QrStep& step : plan(shape, HomeMap::on_node(shape.m, shape.n, 0, 4)).steps) {
      ASSERT_EQ(step.panel.begin, done);
      done = step.panel.end;
      double area = 0;
      for (const QrShare& share : step.shares) {
        EXPECT_GE(share.rows.begin, step.panel.begin);
        EXPECT_LE(share.rows.end, shape.m);
        EXPECT_GE(share.columns.begin, step.panel.end);
        EXPECT_LE(share.columns.end, shape.n);
        area += double(share.rows.size()) * double(share.columns.size());
      }
      EXPECT_EQ(area, double(shape.m - step.panel.begin) * double(shape.n - step.panel.end));
    }
    EXPECT_EQ(done, shape.reflectors()) << shape.m << " x " << shape.n;
  }
}

TEST_F(QrPlans, HaveTheFlopsOfAll) {
  // LAPACK Working Note 41: 2 n^2 (m - n / 3), and what products with V's zeros and with T take besides.
  const double least = 2.0 * 2000 * 2000 * (3000 - 2000.0 / 3);
  const double flops = plan({Type::d, 3000, 2000}, HomeMap::on_node(3000, 2000, 0, 4)).flops();
  EXPECT_GE(flops, 0.99 * least);
  EXPECT_LE(flops, 1.10 * least);
  EXPECT_NEAR(plan({Type::z, 3000, 2000}, HomeMap::on_node(3000, 2000, 0, 4)).flops(), 4 * flops,
              0.01 * flops);
}

TEST_F(QrPlans, MoveNothingOnTheCallersNodeAlone) {
  const HomeMap here = HomeMap::on_node(2000, 2000, 0, 4);
  const QrPlan alone = plan({Type::d, 2000, 2000}, here, testing::options_of(0, {0}));
  EXPECT_EQ(alone.crossing(), 0);
  EXPECT_EQ(alone.least(), 0);
  // From another node: each panel in and out, and each update's C at least twice in and once out.
  const HomeMap there = HomeMap::on_node(2000, 2000, 3, 4);
  const QrPlan away = plan({Type::d, 2000, 2000}, there, testing::options_of(0, {0}));
  double panels = 0;
  for (const QrStep& step : away.steps) {
    const double rows = double(2000 - step.panel.begin);
    EXPECT_DOUBLE_EQ(step.panel_crossing, 2 * 8 * rows * double(step.panel.size()));
    EXPECT_GE(step.update_crossing, 3 * 8 * rows * double(2000 - step.panel.end));
    panels += step.panel_crossing;
  }
  EXPECT_GT(away.crossing(), panels);
}

TEST_F(QrPlans, ShareLargeUpdatesAmongAllNodes) {
  const QrPlan made = plan({Type::d, 4000, 4000}, HomeMap::interleaved(4000, 4000, {0, 1, 2, 3}, 4));
  EXPECT_EQ(made.steps.front().shares.size(), 4U);
  EXPECT_TRUE(made.steps.back().shares.empty());
  EXPECT_GE(made.crossing(), made.least());
  EXPECT_LE(made.crossing(), 1.10 * made.least());
}

TEST_F(QrPlans, RefuseNodesThatDoNotExist) {
  EXPECT_THROW(plan({Type::d, 100, 100}, HomeMap::on_node(100, 100, 0, 4), testing::options_of(0, {9})),
               Error);
}

}  // namespace
}  // namespace numapack
