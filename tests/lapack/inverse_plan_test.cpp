// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse/inverse_plan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "profile/planning.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT
using What = InverseStep::What;

class InversePlans : public ::testing::Test {
 protected:
  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }
  CallsPlan plan(Type type, const InverseShape& shape, const HomeMap& homes,
                 const Options& options = {}) const {
    const KernelShape& kernel = choose_shape(machine_.architecture, false, type);
    const Profile profile = estimate_profile(machine_);
    const std::vector<TeamLayout> layout = lay_out_teams(machine_);
    return plan_inverse(shape, homes, {type, kernel, machine_, profile, layout, options});
  }

  const Machine machine_ = flat_machine(4, 6);
  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

/// How often each element of a triangle is met, by what.
struct Met {
  explicit Met(Index n) : order(n), times(static_cast<std::size_t>(n * n)) {}
  void add(Range first, Range second) {
    for (Index i = first.begin; i < first.end; ++i)
      for (Index j = second.begin; j < second.end; ++j) ++times[static_cast<std::size_t>(i * order + j)];
  }
  Index order;
  std::vector<int> times;
};

TEST_F(InversePlans, EachRectangleAndEachUnblockedTriangleOnce) {
  for (int turn = 0; turn < 30; ++turn) {
    const Index n = 1 + below(400);
    const Triangle stored = below(2) == 0 ? Triangle::lower : Triangle::upper;
    const Side close = below(2) == 0 ? Side::left : Side::right;
    Met leaves(n), multiplied(n), solved(n), squared(n);
    const EachInverseStep each = [&](const InverseStep& step) {
      if (step.what == What::invert || step.what == What::multiply) leaves.add(step.first, step.first);
      if (step.what == What::trmm) multiplied.add(step.first, step.second);
      if (step.what == What::trsm) solved.add(step.first, step.second);
      if (step.what == What::rank_k) squared.add(step.first, step.second);
      EXPECT_TRUE(step.second.size() == 0 || step.second.begin == step.first.end);
    };
    const bool inverts = below(2) == 0;
    if (inverts)
      steps_of_triangle_inverse(stored, close, n, each);
    else
      steps_of_adjoint_product(stored, n, each);
    const std::vector<int>& other = inverts ? solved.times : squared.times;
    for (Index i = 0; i < n; ++i)
      for (Index j = i; j < n; ++j) {
        const auto at = static_cast<std::size_t>(i * n + j);
        ASSERT_EQ(leaves.times[at] + multiplied.times[at], 1) << i << " " << j << " of " << n;
        ASSERT_EQ(other[at], multiplied.times[at]) << i << " " << j << " of " << n;
      }
  }
}

TEST_F(InversePlans, DivisionGoesFromTheLastColumnToTheFirst) {
  for (int turn = 0; turn < 100; ++turn) {
    const Index n = 1 + below(3000), block = 1 + below(600);
    Index next = n;
    steps_of_division(n, block, [&](const InverseStep& step) {
      EXPECT_EQ(step.what, What::divide);
      EXPECT_EQ(step.first.end, next);
      EXPECT_EQ(step.second.begin, next);
      EXPECT_EQ(step.second.end, n);
      EXPECT_LE(step.first.size(), block);
      next = step.first.begin;
    });
    EXPECT_EQ(next, 0);
  }
}

/// 2/3 n^3 of potri, 4/3 n^3 of getri, and some more where blocks are multiplied whole.
TEST_F(InversePlans, HaveTheRoutinesArithmetic) {
  const double n = 4096, cube = n * n * n;
  const HomeMap homes = HomeMap::on_node(4096, 4096, 0, 4);
  EXPECT_NEAR(flops(plan(Type::d, {false, Triangle::upper, 4096}, homes)) / cube, 2.0 / 3, 0.02);
  EXPECT_NEAR(flops(plan(Type::z, {false, Triangle::lower, 4096}, homes)) / cube, 4 * 2.0 / 3, 0.08);
  EXPECT_NEAR(flops(plan(Type::d, {true, Triangle::lower, 4096}, homes)) / cube, 4.0 / 3, 0.15);
}

TEST_F(InversePlans, SmallCallsStayWithTheCallerWhoseMemoryItIs) {
  const std::map<std::string, PlannedCalls> kinds =
      by_name(plan(Type::d, {false, Triangle::lower, 2048}, HomeMap::on_node(2048, 2048, 0, 4)));
  EXPECT_EQ(kinds.at("inverse in cache").calls, 64);
  EXPECT_EQ(kinds.at("square in cache").calls, 64);
  EXPECT_EQ(kinds.at("trsm").calls, 63);
  EXPECT_EQ(kinds.at("trmm").calls, 2 * 63);
  EXPECT_EQ(kinds.at("syrk").calls, 63);
  EXPECT_EQ(kinds.at("inverse in cache").crossing_bytes, 0);
  EXPECT_LT(kinds.at("trsm").shared, 63);
  EXPECT_EQ(kinds.at("trsm").threads, 24);
}

TEST_F(InversePlans, CrossNothingWhereOneNodeWorksAtItsOwn) {
  Options one;
  one.nodes = {2};
  for (const bool from_lu : {false, true}) {
    const InverseShape shape{from_lu, Triangle::lower, 1500};
    const CallsPlan alone = plan(Type::d, shape, HomeMap::on_node(1500, 1500, 2, 4), one);
    EXPECT_EQ(alone.crossing_bytes(), 0);
    const CallsPlan away = plan(Type::d, shape, HomeMap::on_node(1500, 1500, 1, 4), one);
    // Each element at least once in and once out.
    EXPECT_GT(away.crossing_bytes(), 1.5 * 1500.0 * 1500 / 2 * 8);
    EXPECT_GE(away.crossing_bytes(), away.least_bytes() * 0.999999);
  }
}

TEST(CallsWalk, LinesTakeWhatTheyMove) {
  const Machine machine = load_machine("numa:1(memory=8GiB) core:1 pu:1");
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  constexpr Index n = 1000;
  const HomeMap homes = HomeMap::on_node(n, n, 0, 1);
  const auto seconds = [&](const Profile& profile, double moves) {
    CallsWalk walk(
        {Type::d, choose_shape(machine.architecture, false, Type::d), machine, profile, layout, {}});
    walk.add_lines("lines", true, homes, moves);
    return walk.plan().seconds.total;
  };
  Profile profile = estimate_profile(machine);
  profile.lines_in_flight = 10, profile.latency_ns = {{100}}, profile.bandwidth_gb_per_s = {{50}};
  profile.core_gflops = 40, profile.flops_an_element = 8, profile.step_us = 0;
  // 16 MB read and written at 6.4 GB/s take longer than two million elements of 0.2 ns.
  EXPECT_NEAR(seconds(profile, 2), 2.5e-3, 1e-9);
  // At 50 GB/s they do not: 0.32 ms, and the elements 0.4 ms, of one move 0.2 ms.
  profile.latency_ns = {{1}};
  EXPECT_NEAR(seconds(profile, 2), 0.4e-3, 1e-9);
  EXPECT_NEAR(seconds(profile, 1), 0.32e-3, 1e-9);
}

TEST_F(InversePlans, OfNothingAreNothing) {
  EXPECT_TRUE(plan(Type::d, {false, Triangle::lower, 0}, HomeMap::on_node(0, 0, 0, 4)).kinds.empty());
  EXPECT_TRUE(plan(Type::d, {true, Triangle::lower, 0}, HomeMap::on_node(0, 0, 0, 4)).kinds.empty());
}

}  // namespace
}  // namespace numapack
