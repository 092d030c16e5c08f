// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/planning.hpp"

namespace numapack {
namespace {

/// 4 x 6 doubles in three blocks of two columns, the first two of them panels, dealt to two nodes in turn.
LuPlan plan_of_three_blocks() {
  LuPlan plan;
  plan.shape = {Type::d, 4, 6};
  plan.nb = 2;
  plan.blocks = {{0, 2}, {2, 4}, {4, 6}};
  plan.panels = 2;
  plan.owner = {0, 1, 0};
  plan.tasks.resize(2);
  for (int task = 0; task < 2; ++task) {
    plan.tasks[static_cast<std::size_t>(task)].team = task;
    plan.tasks[static_cast<std::size_t>(task)].memory_node = task;
  }
  return plan;
}

TEST(LuTraffic, IsPanelsAloneWhereOwnersAreAtHome) {
  const HomeMap homes = HomeMap::cyclic_columns(4, 6, 2, {0, 1}, 2);
  const PanelTraffic traffic = traffic_of(plan_of_three_blocks(), homes, 2);
  // Panel 0 (4 x 2) to node 1, panel 1 (2 x 2) to node 0.
  EXPECT_DOUBLE_EQ(traffic.crossing_bytes, 8 * (8 + 4));
  EXPECT_DOUBLE_EQ(traffic.least_bytes, traffic.crossing_bytes);
  // Both panels to the other node, and half of all blocks in and out: 3 of 4 x 2, then 2 of 2 x 2.
  EXPECT_DOUBLE_EQ(traffic.oblivious_bytes, 8 * (8 + 4 + 2 * 0.5 * (24 + 8)));
}

TEST(LuTraffic, HasBlocksThatAreAwayInAndOut) {
  LuPlan plan = plan_of_three_blocks();
  const HomeMap homes = HomeMap::on_node(4, 6, 0, 2);
  const PanelTraffic traffic = traffic_of(plan, homes, 2);
  // Besides the panels, block 1, which node 1 owns: interchanged with panel 0 (4 x 2 in and out), packed
  // (2 x 2 in), and as a panel out.
  EXPECT_DOUBLE_EQ(traffic.crossing_bytes, 8 * (8 + 4 + 2 * 8 + 4 + 4));
  EXPECT_DOUBLE_EQ(traffic.least_bytes, 8 * (8 + 4 + 2 * 8));
  EXPECT_EQ(traffic_of(plan, homes, 1).oblivious_bytes, 0);
  plan.redeployed = true;
  EXPECT_DOUBLE_EQ(traffic_of(plan, homes, 2).crossing_bytes, traffic.least_bytes);
}

/// Elements that cross, of n^2, and GiB: half a panel for each other node, and what is not at home in and
/// out.
TEST(LuTraffic, IsNearItsLeastWhereverTheMatrixLies) {
  struct Case {
    const char* machine;
    Index n;
    double most_gib;
  };
  for (const Case& wanted :
       {Case{"kunpeng920", 16384, 6.6}, {"xeon-2s", 8192, 0.85}, {"epyc-nps4", 8192, 2.7}}) {
    const testing::Site site(std::string(NUMAPACK_MACHINES) + "/" + wanted.machine + ".xml");
    const int nodes = static_cast<int>(site.machine.nodes.size());
    std::vector<int> all(static_cast<std::size_t>(nodes));
    std::iota(all.begin(), all.end(), 0);
    const Index n = wanted.n;
    for (const HomeMap& homes : {HomeMap::on_node(n, n, 0, nodes), HomeMap::interleaved(n, n, all, nodes),
                                 HomeMap::cyclic_columns(n, n, 64, all, nodes)}) {
      const LuPlan plan = make_lu_plan({Type::d, n, n}, testing::kernel_on(site.machine, Type::d), homes,
                                       site.machine, site.profile, site.layout);
      EXPECT_TRUE(plan.redeployed);
      const PanelTraffic traffic = traffic_of(plan, homes, nodes);
      EXPECT_LT(traffic.crossing_bytes / (1 << 30), wanted.most_gib) << wanted.machine;
      EXPECT_GE(traffic.crossing_bytes, traffic.least_bytes * 0.999);
      EXPECT_LT(traffic.crossing_bytes, 1.02 * traffic.least_bytes);
    }
  }
}

/// The copies turn: what crosses is what does of a column-major matrix, from any home. In place each element
/// that is away crosses twice more.
TEST(LuTraffic, OfRowsIsThatOfColumns) {
  const testing::Site site("pack:4 numa:1 core:8 pu:1");
  const Index n = 4000;
  const PanelShape columns{Type::d, n, n}, rows{Type::d, n, n, true};
  const auto crossing = [&](const PanelShape& shape, const HomeMap& homes, bool localise) {
    Options options;
    options.localise = localise;
    const LuPlan plan = make_lu_plan(shape, testing::kernel_on(site.machine, Type::d), homes, site.machine,
                                     site.profile, site.layout, options);
    EXPECT_EQ(plan.redeployed, localise);
    return traffic_of(plan, homes, 4).crossing_bytes;
  };
  for (const HomeMap& homes : {HomeMap::on_node(n, n, 0, 4), HomeMap::interleaved(n, n, {0, 1, 2, 3}, 4),
                               HomeMap::cyclic_columns(n, n, 64, {0, 1, 2, 3}, 4).transposed()}) {
    EXPECT_DOUBLE_EQ(crossing(rows, homes, true), crossing(columns, homes, true));
    const double all = 8 * double(n) * double(n), away = 0.75;
    EXPECT_NEAR((crossing(rows, homes, false) - crossing(columns, homes, false)) / all, 4 * away, 0.3);
  }
}

/// Owners that are at home, and no copies but of panels.
TEST(LuTraffic, OfWhatIsAtHomeIsPanelsAlone) {
  const testing::Site site("pack:4 numa:1 core:8 pu:1");
  const Index n = 8000;
  const PanelShape shape{Type::d, n, n};
  const Index nb = make_lu_plan(shape, testing::kernel_on(site.machine, Type::d),
                                HomeMap::on_node(n, n, 0, 4), site.machine, site.profile, site.layout)
                       .nb;
  const HomeMap homes = HomeMap::cyclic_columns(n, n, nb, {3, 2, 1, 0}, 4);
  const LuPlan plan = make_lu_plan(shape, testing::kernel_on(site.machine, Type::d), homes, site.machine,
                                   site.profile, site.layout);
  EXPECT_FALSE(plan.redeployed);
  EXPECT_LT(traffic_of(plan, homes, 4).crossing_bytes, 1.55 * 8 * double(n) * double(n));
}

}  // namespace
}  // namespace numapack
