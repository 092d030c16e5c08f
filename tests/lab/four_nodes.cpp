// SPDX-License-Identifier: BSD-3-Clause
// On the machine of lab/machines/default.json: four nodes, two packages of two dies, two cores a node.

#include <gtest/gtest.h>
#include <numaif.h>

#include <algorithm>
#include <atomic>

#include "lab/support.hpp"

namespace numapack::testing {
namespace {

TEST(FourNodes, TopologyIsSeen) {
  const Machine machine = detect_machine();
  ASSERT_EQ(machine.nodes.size(), 4u);
  EXPECT_EQ(machine.packages.size(), 2u);
  EXPECT_EQ(machine.cores.size(), 8u);
  EXPECT_EQ(machine.usable_threads(), 8);
  EXPECT_EQ(machine.compute_nodes(), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_TRUE(machine.distances_known);
  const std::vector<std::vector<double>> distances{
      {10, 12, 20, 22}, {12, 10, 22, 24}, {20, 22, 10, 12}, {22, 24, 12, 10}};
  EXPECT_EQ(machine.distances, distances);
  for (int node = 0; node < 4; ++node) {
    const Node& seen = machine.nodes[static_cast<std::size_t>(node)];
    EXPECT_EQ(seen.cores, (std::vector<int>{2 * node, 2 * node + 1}));
    EXPECT_EQ(seen.package, node / 2);
    EXPECT_TRUE(seen.usable_memory);
    EXPECT_GT(seen.memory_bytes, 800u << 20);
    EXPECT_LE(seen.memory_bytes, 1024u << 20);
    EXPECT_EQ(machine.home_for(node), node);
    for (int other = 0; other < 4; ++other)
      EXPECT_EQ(machine.reach(node, other), node == other           ? Reach::local
                                            : node / 2 == other / 2 ? Reach::cross_die
                                                                    : Reach::cross_chip);
  }
}

TEST(FourNodes, EveryWorkerRunsOnItsCore) {
  const Machine machine = detect_machine();
  Teams teams(machine, lay_out_teams(machine));
  EXPECT_TRUE(teams.all_bound()) << teams.problems().front();
  ASSERT_EQ(teams.layout().size(), 4u);
  std::atomic<int> slots{0}, wrong{0};
  for (int round = 0; round < 20; ++round)
    ASSERT_TRUE(teams.try_run(teams.everyone(), [&](const ThreadSlot& slot) {
      unsigned cpu = 0, node = 0;
      getcpu(&cpu, &node);
      const TeamLayout& team = teams.layout()[static_cast<std::size_t>(slot.team)];
      const int here = machine.core_of_pu(static_cast<int>(cpu));
      // The caller takes the slot of the core on which it runs when the region begins, and is not bound.
      if (static_cast<pid_t>(gettid()) != getpid() &&
          here != team.cores[static_cast<std::size_t>(slot.thread)])
        ++wrong;
      if (static_cast<pid_t>(gettid()) != getpid() && static_cast<int>(node) != team.node) ++wrong;
      ++slots;
    }));
  EXPECT_EQ(slots, 20 * 8);
  EXPECT_EQ(wrong, 0);
}

TEST(FourNodes, EveryPackedPageIsLocal) {
  Runtime& runtime = Runtime::get();
  for (const int home : {0, 3}) {
    const IntegerProblem<double> operands(384, runtime.machine(), Placement::bind(home));
    gemm(operands.problem(), all_of_it());
    EXPECT_EQ(operands.check(), "");
    for (int node = 0; node < 4; ++node) {
      const Census pages = runtime.workspaces().census_of(node);
      ASSERT_EQ(pages.unavailable, "");
      EXPECT_GT(pages.by_node[static_cast<std::size_t>(node)], 0u) << "node " << node;
      EXPECT_EQ(pages.untouched + pages.by_node[static_cast<std::size_t>(node)], pages.pages)
          << "node " << node;
    }
  }
}

TEST(FourNodes, BoundPagesAreWhereTheyWereAskedFor) {
  const Machine machine = detect_machine();
  for (int node = 0; node < 4; ++node)
    for (const bool huge : {false, true}) {
      const Buffer buffer(5 << 20, machine, {Placement::bind(node), huge});
      EXPECT_EQ(buffer.policy_refused(), "");
      touch(buffer);
      for (const int home : homes_of(pages_of(buffer.data(), buffer.size()), machine)) ASSERT_EQ(home, node);
    }
}

TEST(FourNodes, InterleavedPagesTakeTurns) {
  const Machine machine = detect_machine();
  for (const std::vector<int>& over :
       {std::vector<int>{0, 1, 2, 3}, std::vector<int>{1, 3}, std::vector<int>{0, 2, 3}}) {
    const Buffer buffer(1 << 20, machine, {Placement::interleave(over), false});
    touch(buffer);
    const std::vector<int> homes = homes_of(pages_of(buffer.data(), buffer.size()), machine);
    const auto first = std::find(over.begin(), over.end(), homes.front());
    ASSERT_NE(first, over.end());
    for (std::size_t page = 0; page < homes.size(); ++page)
      ASSERT_EQ(homes[page], over[(static_cast<std::size_t>(first - over.begin()) + page) % over.size()])
          << page;
  }
}

TEST(FourNodes, FirstTouchDecides) {
  const Machine machine = detect_machine();
  for (const int node : {2, 1})
    EXPECT_EQ(in_child([&] {
                run_on_node(machine, node);
                const Buffer buffer(1 << 20, machine, {Placement::first_touch(), false});
                touch(buffer);
                for (const int home : homes_of(pages_of(buffer.data(), buffer.size()), machine))
                  if (home != node) return "a page on node " + std::to_string(home);
                return std::string();
              }),
              "");
}

/// On integers: routines.cpp has the bits.
template <class T>
void expect_right_wherever_operands_live(Index n) {
  const Machine& machine = Runtime::get().machine();
  const auto run = [&](const IntegerProblem<T>& operands, const char* homes) {
    gemm(operands.problem(), all_of_it());
    EXPECT_EQ(operands.check(), "") << homes;
  };
  run({n, machine, Placement::bind(0)}, "node 0");
  run({n, machine, Placement::bind(3)}, "last node");
  run({n, machine, Placement::interleave({0, 1, 2, 3})}, "interleaved");
  run({n, machine, [](const Buffer& buffer) { settle_cyclic(buffer, 32 << 10); }}, "block-cyclic");
}

TEST(FourNodes, AnswersAreRightWhereverOperandsLive) {
  expect_right_wherever_operands_live<double>(256);
  expect_right_wherever_operands_live<float>(320);
}

TEST(FourNodes, HomesAreSeenByThePlan) {
  const Machine& machine = Runtime::get().machine();
  for (int node = 0; node < 4; ++node) {
    const IntegerProblem<double> operands(256, machine, Placement::bind(node));
    const Plan plan = plan_for(operands.problem(), all_of_it());
    double elsewhere = 0;
    for (std::size_t reader = 0; reader < 4; ++reader)
      for (std::size_t home = 0; home < 4; ++home)
        if (static_cast<int>(home) != node) elsewhere += plan.traffic.read[reader][home];
    EXPECT_EQ(elsewhere, 0) << "homes on node " << node;
    EXPECT_GT(plan.traffic.crossing(), 0);
  }
}

TEST(FourNodes, TwoNodesAreTwoNodes) {
  const Machine machine = detect_machine();
  const std::string said = in_child([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (std::size_t cpu : {2u, 3u, 6u, 7u}) CPU_SET(cpu, &set);
    sched_setaffinity(0, sizeof set, &set);
    Runtime& runtime = Runtime::get();
    const IntegerProblem<double> operands(256, machine, Placement::bind(0));
    gemm(operands.problem(), all_of_it());
    if (runtime.machine().compute_nodes() != std::vector<int>{1, 3})
      return std::string("other nodes compute");
    for (const int idle : {0, 2})
      if (runtime.workspaces().held(idle) != 0) return "workspace on node " + std::to_string(idle);
    return operands.check();
  });
  EXPECT_EQ(said, "");
}

}  // namespace
}  // namespace numapack::testing
