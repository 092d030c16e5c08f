// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "base/integer.hpp"
#include "support/planning.hpp"

// What a plan moves between nodes, in cases whose right answer is known.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST(PlanChoice, FourNodesWithAllDataOnOneMakeTwoByTwoAtTheBound) {
  const Site site(captured("kunpeng920"));
  const Call call = square(16384);
  const Plan plan = site.plan(call, homes_on(call, 0, 4));
  EXPECT_EQ(plan.grid, (Grid{2, 2}));
  ASSERT_EQ(plan.tasks.size(), 4U);
  // Half of A, half of B, a quarter of C read and written: on one other node of the chip, on two of the other
  // chip. Halves are whole micro-tiles, hence not exact.
  const double matrix = 16384.0 * 16384 * 8, part = matrix / 2 + matrix / 2 + 2 * matrix / 4;
  EXPECT_NEAR(plan.bound.crossing(site.machine, Reach::cross_die), part, 1e-3 * part);
  EXPECT_NEAR(plan.bound.crossing(site.machine, Reach::cross_chip), 2 * part, 1e-3 * part);
  EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing());
  for (const NodeTask& task : plan.tasks) {
    EXPECT_EQ(panels_of(task).buffered_c, task.node != 0) << task.node;
    EXPECT_EQ(task.passes.a,
              task.node != 0 ? 1 : double(divide_up(task.columns.size(), panels_of(task).jc_block)));
  }
}

TEST(PlanChoice, ARemoteCThatIsNotReadCrossesOnceOnX86) {
  const Site site(captured("xeon-2s"));
  for (const Index k : {100, 4096}) {
    Call call{Type::d, 4096, 4096, k};
    Options both;
    both.collapse = false;
    for (const bool reads_c : {false, true}) {
      call.reads_c = reads_c;
      const Plan plan = site.plan(call, homes_on(call, 0, 2), both);
      ASSERT_EQ(plan.tasks.size(), 2U);
      const bool finished = !reads_c || k > 1000;  // read and written once in any case, it stays in place
      EXPECT_EQ(panels_of(plan.tasks[1]).buffered_c, finished) << k;
      EXPECT_EQ(panels_of(plan.tasks[1]).streams_c, finished) << k;
      // All of A and half of B, or the other way round; half of C written, and read if it must be.
      const double operand = 8.0 * 4096 * double(k), triangle_of_c = 8.0 * 4096 * 4096 / 2;
      EXPECT_NEAR(plan.bound.read[1][0], 1.5 * operand + (reads_c ? triangle_of_c : 0), 0.02 * triangle_of_c);
      EXPECT_NEAR(plan.bound.written[1][0], triangle_of_c, 0.02 * triangle_of_c);
      EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing()) << k;
    }
  }
}

TEST(PlanChoice, NodesOfAPackageShareWhatTheyMust) {
  // All data on node 2: its neighbour 3 crosses a die only, so 0 and 1 must not be spread over rows and
  // columns.
  const Site site(captured("kunpeng920"));
  const Call call = square(8192);
  const Plan plan = site.plan(call, homes_on(call, 2, 4));
  EXPECT_EQ(plan.traffic.read[2][2] > 0, true);
  for (int from = 0; from < 4; ++from) {
    for (int home : {0, 1, 3}) EXPECT_EQ(plan.traffic.read[std::size_t(from)][std::size_t(home)], 0);
  }
}

TEST(PlanChoice, EveryNodeComputesTheColumnsThatItHas) {
  // B and C in four strips of columns, A on all nodes: 1 x 4 in the order of the strips moves nothing but A.
  const Site site(captured("kunpeng920"));
  const Call call = square(7680);
  const std::vector<int> owners{2, 0, 3, 1};
  const Homes homes{HomeMap::interleaved(call.m, call.k, {0, 1, 2, 3}, 4),
                    HomeMap::cyclic_columns(call.k, call.n, call.n / 4, owners, 4),
                    HomeMap::cyclic_columns(call.m, call.n, call.n / 4, owners, 4)};
  const Plan plan = site.plan(call, homes);
  EXPECT_EQ(plan.grid, (Grid{1, 4}));
  for (const NodeTask& task : plan.tasks) {
    EXPECT_EQ(task.node, owners[std::size_t(task.columns.begin / (call.n / 4))]);
    EXPECT_FALSE(panels_of(task).buffered_c);
  }
  EXPECT_DOUBLE_EQ(plan.traffic.crossing(), 0.75 * 8 * 4 * double(call.m) * double(call.k));
  for (std::size_t from = 0; from < 4; ++from) {
    for (std::size_t home = 0; home < 4; ++home) {
      if (from != home) {
        EXPECT_EQ(plan.traffic.written[from][home], 0);
      }
    }
  }
}

TEST(PlanChoice, BlockCyclicColumnsMeetTheBound) {
  const Site site(captured("epyc-nps4"));
  const Call call = square(8192);
  std::vector<int> all(8);
  for (int node = 0; node < 8; ++node) all[std::size_t(node)] = node;
  const Homes homes = homes_for(
      call, [&](Index rows, Index columns) { return HomeMap::cyclic_columns(rows, columns, 128, all, 8); });
  const Plan plan = site.plan(call, homes);
  EXPECT_EQ(plan.tasks.size(), 8U);
  EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing());
  EXPECT_GT(plan.bound.crossing(), 0);
}

TEST(PlanChoice, InterleavedHomesMeetTheBound) {
  for (const char* name : {"kunpeng920", "xeon-2s", "epyc-nps4"}) {
    const Site site(captured(name));
    const Call call = square(8192);
    const std::vector<int> all = site.with_memory();
    const Homes homes = homes_for(call, [&](Index rows, Index columns) {
      return HomeMap::interleaved(rows, columns, all, site.nodes());
    });
    const Plan plan = site.plan(call, homes);
    EXPECT_EQ(plan.tasks.size(), all.size()) << name;
    EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing()) << name;
  }
}

TEST(PlanChoice, WithoutLocalisationMoreCrosses) {
  const Site site(captured("kunpeng920"));
  const Call call = square(16384);
  Options options;
  options.localise = false;
  const Plan plan = site.plan(call, homes_on(call, 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 4U);
  EXPECT_GT(plan.traffic.crossing(), 5 * plan.bound.crossing());
  for (const NodeTask& task : plan.tasks) {
    EXPECT_FALSE(panels_of(task).buffered_c);
    EXPECT_EQ(panels_of(task).kc_block, panels_of(task).blocking.kc);
    EXPECT_LE(panels_of(task).jc_block, panels_of(task).blocking.nc);
  }
}

}  // namespace
}  // namespace numapack
