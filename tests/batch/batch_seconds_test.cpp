// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "batch/batch_plan.hpp"
#include "support/machines.hpp"
#include "support/time_models.hpp"

namespace numapack {
namespace {

BatchPlan plan_of(const BatchGroup& group, const BatchHomes& homes) {
  const Machine machine = testing::flat_machine(2, 3);
  return make_batch_plan({{&group, 1}, 8}, homes, machine, lay_out_teams(machine), 1e6);
}

/// All problems' operands on these nodes: C, A and B.
BatchHomes on_nodes(Index problems, std::int16_t c, std::int16_t a, std::int16_t b) {
  const auto count = static_cast<std::size_t>(problems);
  BatchHomes homes;
  homes.of = {std::vector(count, c), std::vector(count, a), std::vector(count, b)};
  return homes;
}

TEST(SecondsOfBatches, AreThoseOfAllProblems) {
  const BatchGroup group{7200, 2000, {10, 10, 10}};
  const BatchPlan plan = plan_of(group, on_nodes(7200, 0, 0, 0));
  ASSERT_FALSE(plan.caller_only);
  // Three threads of the node that all lies on, of 2400 problems each except for what is left to the end.
  const Seconds s = seconds_of(plan, 8, testing::two_nodes_of_equal_cores());
  EXPECT_EQ(s.threads, 3);
  EXPECT_EQ(s.nodes, 1);
  EXPECT_NEAR(s.arithmetic, 2400 * 2000e-9, 1e-9);
  EXPECT_NEAR(s.total, 2400 * 2000e-9, 0.1 * 2400 * 2000e-9);
  EXPECT_EQ(s.local_memory, 0);
  EXPECT_EQ(s.remote_memory, 0);
}

TEST(SecondsOfBatches, WaitForMemoryWhereItIsMore) {
  const BatchGroup group{7200, 2000, {100, 200, 300}};
  // C is read and written; then A and B come from the other node, at half the speed.
  const Seconds near =
      seconds_of(plan_of(group, on_nodes(7200, 0, 0, 0)), 8, testing::two_nodes_of_equal_cores());
  EXPECT_NEAR(near.arithmetic + near.local_memory, 2400 * (2 * 100 + 200 + 300) * 8e-9, 1e-9);
  const Seconds far =
      seconds_of(plan_of(group, on_nodes(7200, 0, 1, 1)), 8, testing::two_nodes_of_equal_cores());
  EXPECT_NEAR(far.arithmetic, 2400 * 2000e-9, 1e-9);
  EXPECT_NEAR(far.remote_memory, 2400 * (200 + 300) * 16e-9, 1e-9);
}

}  // namespace
}  // namespace numapack
