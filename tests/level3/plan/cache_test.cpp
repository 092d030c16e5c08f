// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/plan_cache.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

class PlanCacheTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Plan> get(Index n, const Options& options, const void* c = nullptr,
                                  const std::vector<TeamLayout>* layout = nullptr) {
    Call call;
    call.m = call.n = call.k = n;
    return cache_.get(
        {call, options, {nullptr, nullptr, c}, layout},
        [&](const Probes& probes) { return probes.homes == homes_; },
        [&] {
          ++made_;
          PlanCache::Made made;
          made.plan.call = call;
          made.probes.homes = homes_;
          return made;
        });
  }
  std::vector<int> homes_;  ///< as a probe finds them
  PlanCache cache_;
  int made_ = 0;
};

TEST_F(PlanCacheTest, RemembersAShapeWithItsOptions) {
  Options one;
  one.threads = 1;
  const auto first = get(96, one);
  EXPECT_EQ(get(96, one), first);
  EXPECT_EQ(made_, 1);
}

TEST_F(PlanCacheTest, TellsOptionsApart) {
  Options one, two, paper, capped;
  one.threads = 1;
  two.threads = 2;
  paper.localise = false;
  capped.workspace_limit = 1 << 20;
  for (const Options& options : {Options{}, one, two, paper, capped}) get(96, options);
  EXPECT_EQ(made_, 5);
  EXPECT_EQ(get(96, two), get(96, two));
  EXPECT_EQ(made_, 5);
}

TEST_F(PlanCacheTest, ForgetsTheOldest) {
  const auto first = get(1, {});
  for (Index n = 2; n <= 17; ++n) get(n, {});
  EXPECT_EQ(get(17, {})->call.m, 17);
  EXPECT_EQ(made_, 17);
  EXPECT_NE(get(1, {}), first);
  EXPECT_EQ(first->call.m, 1);
}

TEST_F(PlanCacheTest, TellsOperandsApart) {
  int one = 0, two = 0;
  EXPECT_NE(get(96, {}, &one), get(96, {}, &two));
  EXPECT_EQ(get(96, {}, &one), get(96, {}, &one));
  EXPECT_EQ(made_, 2);
}

TEST_F(PlanCacheTest, TellsTeamsApart) {
  const std::vector<TeamLayout> all(2), some(2);
  EXPECT_NE(get(96, {}, nullptr, &all), get(96, {}, nullptr, &some));
  EXPECT_EQ(get(96, {}, nullptr, &all), get(96, {}, nullptr, &all));
  EXPECT_EQ(made_, 2);
}

TEST_F(PlanCacheTest, PlansAnewWherePagesHaveMoved) {
  homes_ = {0, 0, 1};
  const auto first = get(96, {});
  EXPECT_EQ(get(96, {}), first);
  homes_ = {0, 2, 1};
  const auto second = get(96, {});
  EXPECT_NE(second, first);
  EXPECT_EQ(get(96, {}), second);
  EXPECT_EQ(made_, 2);
}

}  // namespace
}  // namespace numapack
