// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include <gtest/gtest.h>

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
  plan.tasks[0].node = 0;
  plan.tasks[1].node = 1;
  return plan;
}

TEST(LuTraffic, IsPanelsAloneWhereOwnersAreAtHome) {
  const HomeMap homes = HomeMap::cyclic_columns(4, 6, 2, {0, 1}, 2);
  const LuTraffic traffic = traffic_of(plan_of_three_blocks(), homes, 2);
  // Panel 0 (4 x 2) to node 1, panel 1 (2 x 2) to node 0.
  EXPECT_DOUBLE_EQ(traffic.crossing_bytes, 8 * (8 + 4));
  EXPECT_DOUBLE_EQ(traffic.least_bytes, traffic.crossing_bytes);
  // Both panels to the other node, and half of all blocks in and out: 3 of 4 x 2, then 2 of 2 x 2.
  EXPECT_DOUBLE_EQ(traffic.blind_bytes, 8 * (8 + 4 + 2 * 0.5 * (24 + 8)));
}

TEST(LuTraffic, HasBlocksThatAreAwayInAndOut) {
  const LuTraffic traffic = traffic_of(plan_of_three_blocks(), HomeMap::on_node(4, 6, 0, 2), 2);
  // Besides the panels, block 1, which node 1 owns: 4 x 2 with panel 0, 2 x 2 as a panel.
  EXPECT_DOUBLE_EQ(traffic.crossing_bytes, 8 * (8 + 4 + 2 * (8 + 4)));
  EXPECT_DOUBLE_EQ(traffic.least_bytes, 8 * (8 + 4 + 2 * 8));
  EXPECT_EQ(traffic_of(plan_of_three_blocks(), HomeMap::on_node(4, 6, 0, 2), 1).blind_bytes, 0);
}

}  // namespace
}  // namespace numapack
