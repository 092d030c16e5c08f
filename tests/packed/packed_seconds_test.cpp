// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed_seconds.hpp"

#include <gtest/gtest.h>

#include "support/machines.hpp"
#include "support/planning.hpp"
#include "support/time_models.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

struct OnFirstNode {
  Machine machine;
  std::vector<TeamLayout> layout;
  PackedPlan plan;
  PrepackedProduct product;
};

/// A of `lines` x `depth` stays, and all lies on node 0.
OnFirstNode on_first_node(Index lines, Index depth, Index others) {
  const Machine machine = flat_machine(2, 3);
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const KernelShape kernel =
      choose_shape(*microarch_of(machine, "").microarch, machine.runs_here, Type::d, "");
  const auto on_first = [](Index rows, Index columns) {
    return HomeSums(HomeMap::on_node(rows, columns, 0, 2), false);
  };
  return {machine,
          layout,
          make_packed_plan(Type::d, true, lines, depth, kernel, {}, machine, layout),
          {others, true, false, on_first(lines, depth), on_first(depth, others), on_first(lines, others)}};
}

PrepackedSeconds seconds(const OnFirstNode& prepacked) {
  return seconds_of(prepacked.plan, prepacked.product, prepacked.layout, two_nodes_of_equal_cores(1));
}

TEST(SecondsOfPackedOperands, AreEachNodesShareOfOneProduct) {
  constexpr double lines = 2400, depth = 1000, others = 100;
  const OnFirstNode prepacked = on_first_node(2400, 1000, 100);
  ASSERT_EQ(prepacked.plan.parts.size(), 2U);
  const Seconds s = seconds(prepacked).product;
  EXPECT_EQ(s.threads, 6);
  EXPECT_EQ(s.nodes, 2);
  // Each node packs all of B, and adds to its half of C once for each kc block.
  const double elements = 2 * depth * others + lines * others * double(prepacked.plan.kc_blocks());
  EXPECT_NEAR(s.arithmetic, (2 * lines * depth * others + elements) * 1e-9 / 6, 1e-6);
  // Node 1 reads B and half of C, and writes the latter, at node 0; its threads are half of all.
  EXPECT_NEAR(s.remote_memory, (depth * others + 2 * lines / 2 * others) * 8 / 0.5e9 / 3 / 2, 1e-6);
}

TEST(SecondsOfPackedOperands, OfTheCallingThreadAloneAreOneThreads) {
  OnFirstNode prepacked = on_first_node(2400, 1000, 1);
  prepacked.product.caller_only = true;
  const Seconds s = seconds(prepacked).product;
  EXPECT_EQ(s.threads, 1);
  // Half of A is node 1's, and comes from there.
  EXPECT_NEAR(s.remote_memory, 1200 * 1000 * 8 / 0.5e9, 1e-3);
}

TEST(SecondsOfPackedOperands, HaveThePanelsPassForEachChunkOfTheOther) {
  const OnFirstNode few = on_first_node(2400, 1000, 1000), many = on_first_node(2400, 1000, 4000);
  ASSERT_EQ(choose_others_blocks(few.plan, 1000).others_blocks(), 1);
  ASSERT_EQ(choose_others_blocks(many.plan, 4000).others_blocks(), 4);
  EXPECT_NEAR(seconds(many).product.total / seconds(few).product.total, 4, 0.1);
}

/// One node's share comes from the other; both write it, which reads it first.
TEST(SecondsOfPackedOperands, HaveTheOperandsWayOnce) {
  const PrepackedSeconds s = seconds(on_first_node(2400, 1000, 100));
  EXPECT_NEAR(s.packing.arithmetic, 2400 * 1000 * 1e-9 / 6, 1e-6);
  EXPECT_NEAR(s.packing.remote_memory, 1200 * 1000 * 8 / 0.5e9 / 3 / 2, 1e-5);
  EXPECT_GT(s.packing.total, 1200 * 1000 * (8 / 0.5e9) / 3);
  EXPECT_EQ(seconds(on_first_node(0, 1000, 100)).product.total, 0);
}

}  // namespace
}  // namespace numapack
