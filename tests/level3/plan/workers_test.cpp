// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "level3/nodes/cost_model.hpp"
#include "support/planning.hpp"

// Which nodes and threads a plan takes, in cases whose right answer is known.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using ::testing::Contains;

TEST(PlanChoice, SmallProblemsCollapse) {
  for (const std::string& file : captured_machines()) {
    const Site site(file);
    EXPECT_TRUE(site.plan(square(8), homes_on(square(8), 0, site.nodes())).caller_only) << file;
    EXPECT_EQ(site.plan(square(64), homes_on(square(64), 0, site.nodes())).tasks.size(), 1U) << file;
  }
  const Site xeon(captured("xeon-2s"));
  EXPECT_TRUE(xeon.plan(square(64), homes_on(square(64), 0, 2)).caller_only);
  EXPECT_EQ(xeon.plan(square(4096), homes_on(square(4096), 0, 2)).tasks.size(), 2U);
}

TEST(PlanChoice, CollapsesToTheNodeThatHasTheData) {
  const Site site(captured("kunpeng920"));
  const Call call = square(128);
  for (int home = 0; home < 4; ++home) {
    const Plan plan = site.plan(call, homes_on(call, home, 4));
    ASSERT_EQ(plan.tasks.size(), 1U);
    EXPECT_EQ(plan.tasks[0].node, home);
    EXPECT_EQ(plan.traffic.crossing(), 0);
  }
}

TEST(PlanChoice, TheShortcutAndThePlanAgree) {
  const Site site(captured("xeon-2s"));
  const double least = least_parallel_flops(site.profile);
  EXPECT_GT(least, 0);
  for (Index n = 1; n < 200; ++n) {
    const Call call = square(n);
    if (call.flops() < least) {
      EXPECT_TRUE(site.plan(call, homes_on(call, 0, 2)).caller_only) << n;
    }
  }
}

TEST(PlanChoice, WithoutCollapseEverybodyWorksAsFarAsThereIsWork) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.collapse = false;
  const Plan plan = site.plan(square(256), homes_on(square(256), 0, 4), options);
  EXPECT_EQ(plan.tasks.size(), 4U);
  EXPECT_FALSE(plan.caller_only);
  const Plan tiny = site.plan(square(1), homes_on(square(1), 0, 4), options);
  EXPECT_EQ(tiny.tasks.size(), 1U);
  EXPECT_FALSE(tiny.caller_only);
}

TEST(PlanChoice, NamedNodesAreKeptTo) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.nodes = {3, 1};
  const Plan plan = site.plan(square(4096), homes_on(square(4096), 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 2U);
  for (const NodeTask& task : plan.tasks) EXPECT_THAT(options.nodes, Contains(task.node));
}

TEST(PlanChoice, UnequalTeamsGetUnequalParts) {
  Site site(captured("kunpeng920"));
  site.layout[1].cores.resize(6);
  Options options;
  options.collapse = false;
  const Call call = square(8192);
  const Plan plan = site.plan(call, homes_on(call, 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 4U);
  for (const NodeTask& task : plan.tasks) {
    EXPECT_EQ(task.threads, task.node == 1 ? 6 : 24);
    const double share = double(task.rows.size()) * double(task.columns.size()) / (8192.0 * 8192);
    EXPECT_NEAR(share, task.threads / 78.0, 0.01);
  }
}

TEST(PlanChoice, FewerThreadsAreTakenFromAllNodesInTurn) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.collapse = false;
  options.threads = 50;
  const Plan plan = site.plan(square(8192), homes_on(square(8192), 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 4U);
  for (const NodeTask& task : plan.tasks) EXPECT_EQ(task.threads, task.node < 2 ? 13 : 12);
}

TEST(PlanChoice, BusyNodesAreBalancedEvenIfIdlingWouldMoveLess) {
  // Two strips of rows are all that m = 2 mr gives: four nodes must share columns.
  const Site site(captured("kunpeng920"));
  Options options;
  options.collapse = false;
  const Call call{Type::d, 16, 40000, 4000};
  const Plan plan = site.plan(call, homes_on(call, 0, 4), options);
  EXPECT_EQ(plan.tasks.size(), 4U);
}

TEST(PlanChoice, NodesWithoutMemoryStayOutUnlessNamed) {
  const Site site(captured("node-without-memory"));
  int bare = -1;
  for (const TeamLayout& team : site.layout) {
    if (!site.machine.nodes[std::size_t(team.node)].usable_memory) bare = team.node;
  }
  ASSERT_GE(bare, 0) << "the captured machine should have a team on a node without memory";
  const Call call = square(4096);
  const int home = site.with_memory()[0];
  const Plan plan = site.plan(call, homes_on(call, home, site.nodes()));
  EXPECT_GT(plan.tasks.size(), 1U);
  for (const NodeTask& task : plan.tasks) EXPECT_NE(task.node, bare);
  Options options;
  options.nodes = {bare};
  const Plan named = site.plan(call, homes_on(call, home, site.nodes()), options);
  ASSERT_EQ(named.tasks.size(), 1U);
  EXPECT_EQ(named.tasks[0].node, bare);
  EXPECT_EQ(named.tasks[0].memory_node, site.machine.home_for(bare));
}

}  // namespace
}  // namespace numapack
