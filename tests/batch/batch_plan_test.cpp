// SPDX-License-Identifier: BSD-3-Clause
#include "batch/batch_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "support/machines.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using testing::flat_machine;
using testing::Generator;
using testing::test_seed;

constexpr double least = 1e6;

struct Random {
  std::vector<BatchGroup> groups;
  BatchHomes homes;
  Index problems = 0;
};

Random random_batch(Generator& generator, int nodes) {
  Random made;
  const std::size_t count = 1 + generator() % 40;
  for (std::size_t i = 0; i < count; ++i) {
    BatchGroup group;
    group.problems = static_cast<Index>(generator() % 200);
    group.cost = std::exp2(double(generator() % 22)) * 3;
    for (Index& elements : group.elements) elements = static_cast<Index>(generator() % 1000);
    group.elements[0] += 1;
    made.groups.push_back(group);
    made.problems += group.problems;
  }
  for (std::vector<std::int16_t>& of : made.homes.of) {
    of.resize(static_cast<std::size_t>(made.problems));
    const std::size_t stretch = 1 + generator() % 50;
    std::int16_t node = 0;
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (i % stretch == 0) node = static_cast<std::int16_t>(generator() % static_cast<std::size_t>(nodes));
      of[i] = node;
    }
  }
  return made;
}

class BatchPlans : public ::testing::Test {
 protected:
  Generator generator{test_seed()};
  ::testing::ScopedTrace trace{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

TEST_F(BatchPlans, DoEachProblemOnceWhereItIsWritten) {
  const Machine machine = flat_machine(4, 6);
  int on_teams = 0;
  for (int round = 0; round < 300; ++round) {
    const Random batch = random_batch(generator, 4);
    const BatchShape shape{batch.groups, 8};
    const BatchPlan plan = make_batch_plan(shape, batch.homes, machine, lay_out_teams(machine), least);
    if (plan.caller_only) {
      EXPECT_TRUE(shape.cost() < least || batch.problems < 2);
      continue;
    }
    ++on_teams;
    std::vector<int> done(static_cast<std::size_t>(batch.problems), 0);
    std::vector<Index> first(batch.groups.size() + 1, 0);
    for (std::size_t i = 0; i < batch.groups.size(); ++i) first[i + 1] = first[i] + batch.groups[i].problems;
    Index parts = 0;
    for (const BatchStep& step : plan.steps) {
      EXPECT_EQ(step.parts.begin, parts);
      parts = step.parts.end;
      double cost = 0;
      for (Index i = step.parts.begin; i < step.parts.end; ++i) {
        const BatchPart& part = plan.parts[static_cast<std::size_t>(i)];
        cost += batch.groups[static_cast<std::size_t>(part.group)].cost * double(part.problems.size());
        for (Index problem = part.problems.begin; problem < part.problems.end; ++problem) {
          const Index number = first[static_cast<std::size_t>(part.group)] + problem;
          ++done[static_cast<std::size_t>(number)];
          EXPECT_EQ(plan.tasks[static_cast<std::size_t>(step.task)].memory_node,
                    batch.homes.node_of(0, number));
        }
      }
      EXPECT_NEAR(cost, step.cost, 1e-9 * cost);
    }
    EXPECT_EQ(parts, static_cast<Index>(plan.parts.size()));
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), batch.problems);
    EXPECT_TRUE(std::ranges::all_of(done, [](int times) { return times == 1; }));
  }
  EXPECT_GT(on_teams, 100);
}

/// A step is never larger than it was to be by more than its last problem, and no step comes after much
/// smaller problems than its own.
TEST_F(BatchPlans, CutStepsOfSensibleCostLargestFirst) {
  const Machine machine = flat_machine(2, 4);
  for (int round = 0; round < 200; ++round) {
    const Random batch = random_batch(generator, 2);
    const BatchPlan plan =
        make_batch_plan({batch.groups, 8}, batch.homes, machine, lay_out_teams(machine), least);
    std::vector<double> of_task(plan.tasks.size(), 0);
    for (const BatchStep& step : plan.steps) of_task[static_cast<std::size_t>(step.task)] += step.cost;
    std::vector<double> smallest(plan.tasks.size(), HUGE_VAL);
    for (const BatchStep& step : plan.steps) {
      const auto task = static_cast<std::size_t>(step.task);
      const double wanted = std::max(3e5, of_task[task] / (24.0 * plan.tasks[task].threads));
      for (Index i = step.parts.begin; i < step.parts.end; ++i) {
        const double each =
            batch.groups[static_cast<std::size_t>(plan.parts[static_cast<std::size_t>(i)].group)].cost;
        EXPECT_LE(each, 2 * smallest[task]);
        smallest[task] = std::min(smallest[task], each);
      }
      const double last = batch
                              .groups[static_cast<std::size_t>(
                                  plan.parts[static_cast<std::size_t>(step.parts.end - 1)].group)]
                              .cost;
      EXPECT_LE(step.cost, wanted + last * 1.001);
    }
  }
}

TEST_F(BatchPlans, WakeNoThreadForTooLittle) {
  const Machine machine = flat_machine(1, 64);
  const BatchGroup group{1000, 1e4, {1, 1, 1}};
  const std::vector<TeamLayout> layout = lay_out_teams(machine);
  const BatchPlan plan = make_batch_plan({{&group, 1}, 8}, {}, machine, layout, least);
  ASSERT_EQ(plan.tasks.size(), 1u);
  EXPECT_EQ(plan.tasks.front().threads, 20);
  EXPECT_TRUE(make_batch_plan({{&group, 1}, 8}, {}, machine, layout, 2e7).caller_only);
  Options one;
  one.threads = 1;
  EXPECT_TRUE(make_batch_plan({{&group, 1}, 8}, {}, machine, layout, least, one).caller_only);
}

TEST_F(BatchPlans, HaveFewThreadsWhereTheWorkIs) {
  const Machine machine = flat_machine(4, 3);
  const BatchGroup group{9000, 2e4, {1, 1, 1}};
  const auto threads_of_nodes = [&](int threads, const std::vector<double>& shares) {
    BatchHomes homes;
    for (std::size_t node = 0; node < shares.size(); ++node)
      homes.of[0].insert(homes.of[0].end(), static_cast<std::size_t>(9000 * shares[node]),
                         static_cast<std::int16_t>(node));
    Options options;
    options.threads = threads;
    std::map<int, int> of;
    for (const BatchTask& task :
         make_batch_plan({{&group, 1}, 8}, homes, machine, lay_out_teams(machine), least, options).tasks)
      of[task.node] = task.threads;
    return of;
  };
  using Of = std::map<int, int>;
  EXPECT_EQ(threads_of_nodes(2, {0, 0, 1}), (Of{{2, 2}}));
  EXPECT_EQ(threads_of_nodes(5, {1}), (Of{{0, 3}})) << "a node has no more";
  EXPECT_EQ(threads_of_nodes(3, {2.0 / 3, 0, 0, 1.0 / 3}), (Of{{0, 2}, {3, 1}}));
  EXPECT_EQ(threads_of_nodes(2, {0.25, 0.25, 0.25, 0.25}).size(), 2u);
  EXPECT_EQ(threads_of_nodes(12, {0.25, 0.25, 0.25, 0.25}), (Of{{0, 3}, {1, 3}, {2, 3}, {3, 3}}));
}

/// Three large problems on two threads: one after the other by both, after the small ones.
TEST_F(BatchPlans, LeaveFewLargeProblemsToAllThreads) {
  const Machine machine = flat_machine(1, 2);
  const BatchGroup groups[] = {{1000, 1e5, {1, 1, 1}}, {3, 1e9, {1, 1, 1}}, {100, 1e6, {1, 1, 1}}};
  const BatchPlan plan = make_batch_plan({groups, 8}, {}, machine, lay_out_teams(machine), least);
  ASSERT_EQ(plan.shared.size(), 1u);
  EXPECT_EQ(plan.shared.front().group, 1);
  EXPECT_EQ(plan.shared.front().problems, (Range{0, 3}));
  ASSERT_EQ(plan.tasks.size(), 1u);
  EXPECT_EQ(plan.tasks.front().problems, 1100);
  EXPECT_THAT(explain(plan, machine), ::testing::HasSubstr("3 problems by all threads"));
  // So many of them keep all threads busy as they are.
  const BatchGroup many{1000, 1e9, {1, 1, 1}};
  EXPECT_TRUE(make_batch_plan({{&many, 1}, 8}, {}, machine, lay_out_teams(machine), least).shared.empty());
}

TEST_F(BatchPlans, GoToTheNearestNodeWhereNobodyWorks) {
  Machine machine = flat_machine(3, 2);
  machine.distances = {{10, 20, 40}, {20, 10, 30}, {40, 30, 10}};
  const BatchGroup group{100, 1e6, {8, 8, 8}};
  BatchHomes homes;
  for (std::vector<std::int16_t>& of : homes.of) of.assign(100, 2);
  Options without;
  without.nodes = {0, 1};
  const BatchPlan plan =
      make_batch_plan({{&group, 1}, 8}, homes, machine, lay_out_teams(machine), least, without);
  ASSERT_EQ(plan.tasks.size(), 1u);
  EXPECT_EQ(plan.tasks.front().node, 1);
  // 8 elements read twice, and C in and out.
  EXPECT_DOUBLE_EQ(traffic_of(plan, 8).moved.crossing(), 100 * 8 * 8 * 4.0);
}

TEST_F(BatchPlans, CountWhatCrosses) {
  const Machine machine = flat_machine(4, 3);
  for (int round = 0; round < 100; ++round) {
    const Random batch = random_batch(generator, 4);
    const BatchPlan plan =
        make_batch_plan({batch.groups, 4}, batch.homes, machine, lay_out_teams(machine), least);
    if (plan.caller_only) continue;
    double crossing = 0, all = 0;
    Index number = 0;
    for (const BatchGroup& group : batch.groups)
      for (Index i = 0; i < group.problems; ++i, ++number) {
        const int here = batch.homes.node_of(0, number);
        all += 2 * 4 * double(group.elements[0]);
        for (int operand = 1; operand < most_batch_operands; ++operand) {
          const double bytes = 4 * double(group.elements[static_cast<std::size_t>(operand)]);
          all += bytes;
          if (batch.homes.node_of(operand, number) != here) crossing += bytes;
        }
      }
    const BatchTraffic traffic = traffic_of(plan, 4);
    EXPECT_NEAR(traffic.moved.crossing(), crossing, 1e-9 * all);
    EXPECT_NEAR(traffic.oblivious_bytes, all * 3 / 4, 1e-9 * all);
  }
}

TEST_F(BatchPlans, GiveEachTeamTicketsForItsOwnSteps) {
  const Machine machine = flat_machine(4, 2);
  const Random batch = random_batch(generator, 4);
  std::vector<BatchGroup> groups = batch.groups;
  groups[0].cost = 1e7, groups[0].problems = std::max<Index>(1, groups[0].problems);
  const BatchPlan plan =
      make_batch_plan({std::span(groups).first(1), 8}, batch.homes, machine, lay_out_teams(machine), least);
  if (plan.caller_only) GTEST_SKIP() << "one problem";
  const Schedule schedule = make_batch_schedule(plan, 4);
  std::size_t tickets = 0;
  for (int team = 0; team < 4; ++team)
    for (const Schedule::Ticket& ticket : schedule.tickets_of(team)) {
      EXPECT_EQ(schedule.steps[ticket.step].team, team);
      ++tickets;
    }
  EXPECT_EQ(tickets, plan.steps.size());
}

}  // namespace
}  // namespace numapack
