// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/watched_plan.hpp"

#include <gtest/gtest.h>

#include "support/machines.hpp"

namespace numapack {
namespace {

TEST(ObliviousBytes, AreThoseOfTheBestDivision) {
  Call call{Type::d, 1000, 1000, 256};
  EXPECT_EQ(oblivious_bytes(call, 1), 0);
  // 2 x 2: each of A and B is read twice, C in and out once; three quarters lie elsewhere.
  EXPECT_DOUBLE_EQ(oblivious_bytes(call, 4), 0.75 * 8 * (2 * 256e3 + 2 * 256e3 + 2 * 1e6));
  call.k = 257;
  EXPECT_DOUBLE_EQ(oblivious_bytes(call, 4), 0.75 * 8 * (4 * 257e3 + 4 * 1e6)) << "two kc blocks";
  // A tall C is divided by its rows alone, and all read B.
  call = {Type::s, 10000, 10, 100};
  EXPECT_DOUBLE_EQ(oblivious_bytes(call, 4), 0.75 * 4 * (1e6 + 4 * 1000 + 2 * 1e5));
  call = {Type::s, 100, 100, 100};
  call.region = MatrixType::lower;
  EXPECT_DOUBLE_EQ(oblivious_bytes(call, 2), 0.5 * 4 * (3e4 + 2 * 5050));
  call.twofold = true;
  EXPECT_DOUBLE_EQ(oblivious_bytes(call, 2), 0.5 * 4 * (6e4 + 4 * 5050));
  EXPECT_EQ(oblivious_bytes(Call{Type::d, 0, 5, 5}, 4), 0);
}

TEST(ObliviousBytes, OfTrianglesAreThoseOfEachNodeWithAllOfIt) {
  EXPECT_EQ(oblivious_bytes_of_triangle(1000, 5000, 100, 1), 0);
  EXPECT_DOUBLE_EQ(oblivious_bytes_of_triangle(1000, 5000, 512, 4), 0.75 * (4 * 1000 + 2 * 5000));
  EXPECT_DOUBLE_EQ(oblivious_bytes_of_triangle(1000, 5000, 513, 4), 0.75 * (4 * 1000 + 4 * 5000));
}

/// A product on four nodes, all of whose operands are on the first.
Plan plan_of(bool watched) {
  const Machine machine = load_machine("pack:2 numa:2 l3:1 core:4 pu:1");
  const Call call{Type::d, 2048, 2048, 2048};
  const HomeMap home = HomeMap::on_node(2048, 2048, 0, 4);
  Plan plan = make_plan(call, choose_shape("", false, Type::d), {home, home, home}, machine,
                        estimate_profile(machine), lay_out_teams(machine));
  if (watched) plan.operand_homes.assign(3, operand_home(home, 8));
  return plan;
}

TEST(WatchedPlan, IsNotedInTheCallThatIsWatched) {
  const Plan plan = plan_of(true);
  ASSERT_GT(plan.tasks.size(), 1U);
  note(plan, 4);  // nobody listens
  WatchedCall call;
  WatchedCall* const before = detail::watch_calls(&call);
  note(plan, 4);
  note(plan_of(false), 4);
  EXPECT_EQ(detail::watch_calls(before), &call);
  note(plan, 4);
  int threads = 0;
  std::uint64_t nodes = 0;
  for (const NodeTask& task : plan.tasks) {
    threads += task.threads;
    nodes |= std::uint64_t{1} << task.node;
  }
  EXPECT_EQ(call.threads, threads);
  EXPECT_EQ(call.nodes, nodes);
  EXPECT_STREQ(call.algorithm, "panels");
  EXPECT_TRUE(call.asked_homes);
  EXPECT_EQ(call.crossing_bytes, plan.traffic.crossing());
  EXPECT_GT(call.oblivious_bytes, call.crossing_bytes);
  EXPECT_NEAR(call.bytes_at[0], 3 * 8.0 * 2048 * 2048, 1);
  EXPECT_EQ(call.bytes_at[1], 0);
  EXPECT_EQ(call.interleaved_bytes, 0);
}

}  // namespace
}  // namespace numapack
