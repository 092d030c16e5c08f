// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/budget.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "probe/plans/select.hpp"
#include "probe/plans/set_up.hpp"
#include "probe/whole_machine.hpp"
#include "support/machines.hpp"

namespace numapack::probe {
namespace {

Part part(const char* name, int cells, double seconds, double weight = 1, int rounds = 3) {
  Part made{name, {}, rounds, weight, ""};
  for (int at = 0; at < cells; ++at) {
    made.cells.emplace_back().seconds = seconds;
    made.cells.back().load = at;
  }
  return made;
}

double total(const std::vector<PlannedPart>& plan) {
  double seconds = 0;
  for (const PlannedPart& one : plan) seconds += one.seconds;
  return seconds;
}

TEST(Budget, EverythingAndAllRoundsIfThereIsTime) {
  const std::vector<PlannedPart> plan = plan_within({part("a", 10, 0.1), part("b", 3, 1)}, 60);
  EXPECT_EQ(plan[0].cells.size(), 10U);
  EXPECT_EQ(plan[1].cells.size(), 3U);
  EXPECT_EQ(plan[0].rounds, 3);
  EXPECT_EQ(plan[1].rounds, 3);
  EXPECT_TRUE(plan[0].left_out.empty());
  EXPECT_NEAR(total(plan), 2 * part_overhead + watched * (3 + 9), 1e-9);
}

TEST(Budget, IsNeverExceededAndLosesNoCell) {
  for (const double budget : {0.1, 0.5, 1.0, 3.0, 10.0, 30.0, 100.0}) {
    const std::vector<Part> parts{part("a", 1000, 0.05, 3), part("b", 40, 0.2, 1), part("c", 5, 4, 2),
                                  part("d", 0, 1)};
    const std::vector<PlannedPart> plan = plan_within(parts, budget);
    ASSERT_EQ(plan.size(), parts.size());
    EXPECT_LE(total(plan), 0.9 * budget + 1e-9) << budget;
    for (std::size_t at = 0; at < plan.size(); ++at) {
      EXPECT_EQ(plan[at].cells.size() + plan[at].left_out.size(), parts[at].cells.size());
      EXPECT_GE(plan[at].rounds, 1);
      EXPECT_LE(plan[at].rounds, parts[at].rounds);
    }
  }
}

TEST(Budget, FewerRoundsThanAFigureTakesAreNone) {
  Part twice = part("twice", 2, 1);
  twice.least_rounds = 2;
  const auto planned = [&](double seconds) { return plan_within({twice}, seconds).front(); };
  EXPECT_EQ(planned(100).rounds, 3);
  EXPECT_EQ(planned((part_overhead + watched * 4 + 0.01) / 0.9).rounds, 2);
  EXPECT_EQ(planned((part_overhead + watched * 4 + 0.01) / 0.9).cells.size(), 2U);
  EXPECT_EQ(planned((part_overhead + watched * 4 - 0.01) / 0.9).cells.size(), 1U);
  EXPECT_TRUE(planned((part_overhead + watched * 2 - 0.01) / 0.9).cells.empty());
}

TEST(Budget, TheImportantCellsComeFirstAndLeftTimeGoesToOthers) {
  const std::vector<PlannedPart> plan = plan_within({part("big", 1000, 0.1), part("small", 2, 0.1)}, 10);
  EXPECT_GT(plan[0].cells.size(), 60U) << "more than half of the time, because the other part needs little";
  for (std::size_t at = 0; at < plan[0].cells.size(); ++at)
    EXPECT_EQ(plan[0].cells[at].load, static_cast<int>(at));
  EXPECT_EQ(plan[1].cells.size(), 2U);
}

TEST(Budget, DealingInTurnGivesEveryGroupBeforeTheSecondOfAny) {
  const Machine machine = load_machine("pack:2 numa:2 core:4 pu:1");
  std::vector<Cell> cells;
  for (const Pair& pair : all_pairs(usable_cores(machine))) {
    Cell cell;
    cell.reader = pair.first;
    cell.owner = pair.second;
    cells.push_back(cell);
  }
  const std::vector<Cell> dealt = in_turn(cells, machine);
  ASSERT_EQ(dealt.size(), cells.size());
  std::set<std::pair<int, int>> nodes, pairs;
  for (std::size_t at = 0; at < dealt.size(); ++at) {
    const auto node = [&](int core) { return machine.cores[static_cast<std::size_t>(core)].node; };
    if (at < 24) nodes.insert({node(dealt[at].reader), node(dealt[at].owner)});
    pairs.insert({dealt[at].reader, dealt[at].owner});
  }
  EXPECT_EQ(nodes.size(), 16U);
  EXPECT_EQ(pairs.size(), cells.size());
  // Both ways of a pair, one after the other; distances in turn.
  for (std::size_t at = 0; at + 1 < dealt.size(); at += 2) {
    EXPECT_EQ(dealt[at].reader, dealt[at + 1].owner);
    EXPECT_EQ(dealt[at].owner, dealt[at + 1].reader);
  }
  const PairClasses pair_class(machine);
  const auto distance = [&](std::size_t at) { return pair_class(dealt[at].reader, dealt[at].owner); };
  EXPECT_EQ(std::set<PairClass>({distance(0), distance(2), distance(4)}).size(), 3U);
}

TEST(WholeMachine, HasAPlanForEveryCapturedMachine) {
  for (const char* file : {"knm-snc4.xml", "kunpeng920.xml", "epyc-nps4.xml", "xeon-2s.xml",
                           "node-without-cpus.xml", "node-without-memory.xml", "sparse-numbering.xml",
                           "half-node-cpuset.xml", "offline-cpus.xml", "desktop.xml"}) {
    const Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/" + file);
    const WholeMachine whole(machine, 1);
    const std::vector<PlannedPart> plan = plan_within(whole.parts(), 60);
    EXPECT_LE(total(plan), 60) << file;
    EXPECT_EQ(plan.size(), 12U);
    EXPECT_EQ(plan[0].name, "peaks");
    EXPECT_EQ(plan[0].cells.size(), 2U);
    EXPECT_GE(plan[0].rounds, 2);
    // The greatest machines have no time for all, but something of what plans are made with.
    for (const char* needed : {"latency", "core to core", "bandwidth", "coherence"}) {
      for (const PlannedPart& one : plan) {
        EXPECT_TRUE(one.name != needed || !one.cells.empty()) << file << ", " << needed;
      }
    }
  }
}

TEST(WholeMachine, OneCoreHasNoPairsAndNoBarriers) {
  const WholeMachine whole(load_machine("core:1 pu:1"), 1);
  for (const Part& one : whole.parts()) {
    const bool needs_two =
        one.name == "core to core" || one.name == "distances" || one.name == "barriers" || one.name == "wake";
    const bool needs_caches = one.name == "shared caches";  // and no second level is known here
    EXPECT_EQ(one.cells.empty(), needs_two || needs_caches) << one.name;
  }
}

}  // namespace
}  // namespace numapack::probe
