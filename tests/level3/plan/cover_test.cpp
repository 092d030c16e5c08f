// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "level3/explain/explain.hpp"
#include "level3/plan/on_machine.hpp"
#include "support/planning.hpp"

// Every plan computes all of C once, with what is there.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST_P(PlanOnMachine, CoversEveryElementOfCOnce) {
  each_case(300, [&](const PlanCase& chosen) {
    expect_exact_cover(site.plan(chosen.call, chosen.homes, chosen.options));
  });
}

TEST_P(PlanOnMachine, UsesOnlyWhatIsThereAndAllowed) {
  each_case(300, [&](const PlanCase& chosen) {
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    int threads = 0;
    for (const NodeTask& task : plan.tasks) {
      threads += task.threads;
      const TeamLayout& team = site.layout[std::size_t(task.team)];
      EXPECT_EQ(task.node, team.node);
      EXPECT_LE(task.threads, int(team.cores.size()));
      EXPECT_EQ(task.thread_grid.rows * task.thread_grid.columns, task.threads);
      if (!chosen.options.nodes.empty()) {
        EXPECT_THAT(chosen.options.nodes, ::testing::Contains(task.node));
      }
    }
    if (chosen.options.threads > 0) {
      EXPECT_LE(threads, chosen.options.threads);
    }
    if (plan.caller_only) {
      EXPECT_EQ(plan.tasks.size(), 1U);
      EXPECT_EQ(threads, 1);
    }
  });
}

TEST_P(PlanOnMachine, SameArgumentsSamePlan) {
  each_case(50, [&](const PlanCase& chosen) {
    const Plan first = site.plan(chosen.call, chosen.homes, chosen.options);
    const Plan second = site.plan(chosen.call, chosen.homes, chosen.options);
    EXPECT_EQ(explain(first, site.machine), explain(second, site.machine));
    EXPECT_EQ(first.traffic.read, second.traffic.read);
    EXPECT_EQ(first.seconds_estimate, second.seconds_estimate);
  });
}

TEST_P(PlanOnMachine, IsNeverExpectedToBeSlowerThanOneNodeAlone) {
  each_case(100, [&](PlanCase chosen) {
    chosen.options.collapse = true;
    chosen.options.nodes.clear();
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    if (plan.tasks.size() < 2) return;
    Options alone = chosen.options;
    alone.collapse = false;
    for (const NodeTask& task : plan.tasks) {
      alone.nodes = {task.node};
      EXPECT_LE(plan.seconds_estimate, site.plan(chosen.call, chosen.homes, alone).seconds_estimate);
    }
  });
}

TEST_P(PlanOnMachine, EveryForcedGridIsObeyed) {
  each_case(50, [&](PlanCase chosen) {
    chosen.options.threads = 0;
    const int count = int(chosen.options.nodes.size());
    for (int rows = 1; rows <= count; ++rows) {
      if (count % rows != 0) continue;
      chosen.options.grid = Grid{rows, count / rows};
      const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
      EXPECT_EQ(plan.grid, *chosen.options.grid);
      EXPECT_GE(compare_crossing(plan.traffic, plan.bound, site.machine), 0);
      expect_exact_cover(plan);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Captured, PlanOnMachine, ::testing::ValuesIn(captured_machines()),
                         [](const auto& param) {
                           std::string name = std::filesystem::path(param.param).stem().string();
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace numapack
