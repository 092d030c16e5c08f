#include "gemm/plan_cache.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

class PlanCacheTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Plan> get(Index n, const PlanOptions& options) {
    Shape shape;
    shape.m = shape.n = shape.k = n;
    return cache_.get(shape, options, [&] {
      ++made_;
      Plan plan;
      plan.shape = shape;
      return plan;
    });
  }
  PlanCache cache_;
  int made_ = 0;
};

TEST_F(PlanCacheTest, RemembersAShapeWithItsOptions) {
  PlanOptions one;
  one.threads = 1;
  const auto first = get(96, one);
  EXPECT_EQ(get(96, one), first);
  EXPECT_EQ(made_, 1);
}

TEST_F(PlanCacheTest, TellsOptionsApart) {
  PlanOptions one, two, paper, capped;
  one.threads = 1;
  two.threads = 2;
  paper.localise = false;
  capped.workspace_limit = 1 << 20;
  for (const PlanOptions& options : {PlanOptions{}, one, two, paper, capped}) get(96, options);
  EXPECT_EQ(made_, 5);
  EXPECT_EQ(get(96, two), get(96, two));
  EXPECT_EQ(made_, 5);
}

TEST_F(PlanCacheTest, ForgetsTheOldest) {
  const auto first = get(1, {});
  for (Index n = 2; n <= 17; ++n) get(n, {});
  EXPECT_EQ(get(17, {})->shape.m, 17);
  EXPECT_EQ(made_, 17);
  EXPECT_NE(get(1, {}), first);
  EXPECT_EQ(first->shape.m, 1);
}

}  // namespace
}  // namespace numapack
