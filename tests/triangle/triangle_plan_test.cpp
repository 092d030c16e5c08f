// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/machines.hpp"
#include "support/options.hpp"
#include "support/random.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

class TrianglePlans : public ::testing::Test {
 protected:
  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }
  TriangleCall any() {
    TriangleCall call;
    call.type = static_cast<Type>(below(4));
    call.solves = below(2) == 0;
    call.side = below(2) == 0 ? Side::left : Side::right;
    call.triangle = below(2) == 0 ? Triangle::lower : Triangle::upper;
    call.m = 1 + below(3000), call.n = 1 + below(3000);
    return call;
  }
  KernelShape kernel(Type type) const { return choose_shape(machine_.architecture, false, type); }
  TrianglePlan plan(const TriangleCall& call, const HomeMap& homes, const Options& options = {}) const {
    return make_triangle_plan(call, kernel(call.type), homes, machine_, profile_, lay_out_teams(machine_),
                              options);
  }

  const Machine machine_ = flat_machine(4, 6);
  const Profile profile_ = estimate_profile(machine_);
  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

/// Each line once, cut at whole micro-panels; each step's elements once, and never before what they need.
TEST_F(TrianglePlans, CoverEverythingOnce) {
  for (int turn = 0; turn < 300; ++turn) {
    const TriangleCall call = any();
    const HomeMap homes = below(2) == 0
                              ? HomeMap::interleaved(call.m, call.n, {0, 1, 2, 3}, 4)
                              : HomeMap::cyclic_columns(call.m, call.n, 1 + below(200), {0, 1, 2, 3}, 4);
    const TrianglePlan made =
        plan(call, homes, testing::options_of(static_cast<int>(below(25)), {}, below(2) == 0));
    std::vector<Range> rhs;
    for (const TriangleTask& task : made.tasks) {
      EXPECT_GT(task.threads, 0);
      EXPECT_EQ(task.workspace_bytes, triangle_workspace_of(made, task).total);
      for (const RhsBlock& block : task.blocks) rhs.push_back(block.rhs);
    }
    std::sort(rhs.begin(), rhs.end(), [](const Range& x, const Range& y) { return x.begin < y.begin; });
    Index next = 0;
    for (const Range& range : rhs) {
      ASSERT_EQ(range.begin, next);
      ASSERT_EQ(range.begin % (call.left() ? made.kernel.nr : made.kernel.mr), 0);
      next = range.end;
    }
    ASSERT_EQ(next, call.rhs());

    std::vector<bool> done(static_cast<std::size_t>(call.order()));
    for (Index step = 0; step < made.steps.count(); ++step) {
      const Range now = made.steps.at(step), rest = made.steps.rest(now);
      for (Index i = now.begin; i < now.end; ++i) {
        ASSERT_FALSE(done[static_cast<std::size_t>(i)]);
        done[static_cast<std::size_t>(i)] = true;
      }
      // A solve adds to what is still unknown, a product to what is finished already.
      for (Index i = rest.begin; i < rest.end; ++i)
        ASSERT_EQ(done[static_cast<std::size_t>(i)], !call.solves);
    }
    ASSERT_EQ(std::count(done.begin(), done.end(), true), call.order());
  }
}

TEST_F(TrianglePlans, RightHandSidesBelongToTheNodeOfTheirPages) {
  const TriangleCall call{Type::d, true, Side::left, Triangle::lower, 1000, 4000};
  const TrianglePlan made = plan(call, HomeMap::cyclic_columns(1000, 4000, 1000, {3, 2, 1, 0}, 4));
  ASSERT_EQ(made.tasks.size(), 4U);
  for (const TriangleTask& task : made.tasks)
    for (const RhsBlock& block : task.blocks) {
      const Index first = block.rhs.begin / 1000, last = (block.rhs.end - 1) / 1000;
      if (first != last) continue;  // of two nodes
      EXPECT_EQ(task.node, 3 - first) << block.rhs.begin;
      EXPECT_FALSE(block.buffered);
    }
}

TEST_F(TrianglePlans, OneNodesPagesAreSharedAndCopied) {
  const TriangleCall call{Type::d, false, Side::right, Triangle::upper, 4000, 1000};
  const HomeMap on_2 = HomeMap::on_node(4000, 1000, 2, 4);
  const TrianglePlan made = plan(call, on_2);
  ASSERT_EQ(made.tasks.size(), 4U);
  for (const TriangleTask& task : made.tasks) {
    Index rhs = 0;
    for (const RhsBlock& block : task.blocks) {
      EXPECT_EQ(block.buffered, task.node != 2);
      rhs += block.rhs.size();
    }
    EXPECT_NEAR(double(rhs), 1000, 200);
  }
  const TriangleHomes homes{HomeMap::on_node(1000, 1000, 2, 4), on_2};
  const double crossing = traffic_of(made, homes).crossing();
  EXPECT_NEAR(crossing, 3 * 1000.0 * 1001 / 2 * 8 + 2 * 3000 * 1000.0 * 8, 0.05 * crossing);
  EXPECT_NEAR(crossing / least_crossing(made, homes, machine_), 1, 0.05);
}

TEST_F(TrianglePlans, SmallOnesAreTheCallersAlone) {
  const TriangleCall call{Type::d, true, Side::left, Triangle::lower, 40, 40};
  EXPECT_TRUE(plan(call, HomeMap::on_node(40, 40, 0, 4)).caller_only);
  EXPECT_TRUE(plan_alone(call, kernel(Type::d), {}).caller_only);
  EXPECT_FALSE(plan(call, HomeMap::on_node(40, 40, 0, 4), testing::options_of(0, {}, false)).caller_only);
}

/// Bits follow from them.
TEST_F(TrianglePlans, StepsDependOnSizesAndKernelAlone) {
  for (int turn = 0; turn < 50; ++turn) {
    const TriangleCall call = any();
    const TrianglePlan one =
        plan(call, HomeMap::on_node(call.m, call.n, 1, 4), testing::options_of(1, {}, true));
    const TrianglePlan all =
        plan(call, HomeMap::interleaved(call.m, call.n, {0, 1, 2, 3}, 4), testing::options_of(0, {}, false));
    EXPECT_EQ(one.steps.width, all.steps.width);
    EXPECT_EQ(one.steps.width, plan_alone(call, kernel(call.type), {}).steps.width);
  }
}

TEST_F(TrianglePlans, RefuseNodesThatAreNotThere) {
  const TriangleCall call{Type::d, true, Side::left, Triangle::lower, 400, 400};
  EXPECT_THROW(plan(call, HomeMap::on_node(400, 400, 0, 4), testing::options_of(0, {7}, true)), Error);
  const TrianglePlan made =
      plan(call, HomeMap::on_node(400, 400, 0, 4), testing::options_of(0, {1, 3}, false));
  ASSERT_EQ(made.tasks.size(), 2U);
  EXPECT_EQ(made.tasks.front().node, 1);
}

}  // namespace
}  // namespace numapack
