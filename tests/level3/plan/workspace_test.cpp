// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernel/choices.hpp"
#include "level3/algorithms/choose.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/explain/explain.hpp"
#include "level3/plan/on_machine.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "support/planning.hpp"

// The workspace of every plan: how much, and where.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST_P(PlanOnMachine, NoNodeWithoutMemoryHoldsWorkspace) {
  each_case(200, [&](const PlanCase& chosen) {
    for (const NodeTask& task : site.plan(chosen.call, chosen.homes, chosen.options).tasks) {
      const Node& home = site.machine.nodes[std::size_t(task.memory_node)];
      EXPECT_TRUE(home.usable_memory) << "node " << task.memory_node;
      EXPECT_GT(home.memory_bytes, 0U) << "node " << task.memory_node;
      if (chosen.options.nodes.empty()) {
        EXPECT_EQ(task.memory_node, task.node);
      }
    }
  });
}

TEST_P(PlanOnMachine, BlocksFitTheKernelAndWorkspaceIsWhatTheExecutorTakes) {
  each_case(300, [&](const PlanCase& chosen) {
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    for (const NodeTask& task : plan.tasks) {
      EXPECT_EQ(task.workspace_bytes, workspace_of(task, plan.call, plan.kernel).total);
      // The order of rounding, hence the bits of the answer, may depend on the kernel and the call only.
      const Choice choice = choose(plan.call, plan.kernel);
      EXPECT_EQ(task.order, choice.order);
      if (task.panels() == nullptr) {
        EXPECT_TRUE(task.workspace_bytes == 0 || task.order.pieces > 1);
        EXPECT_EQ(task.skinny() != nullptr, choice.kind == Choice::Kind::skinny);
        continue;
      }
      const Panels& algorithm = panels_of(task);
      EXPECT_GT(algorithm.blocking.mc, 0);
      EXPECT_EQ(algorithm.blocking.mc % plan.kernel.mr, 0);
      EXPECT_GT(algorithm.blocking.nc, 0);
      EXPECT_EQ(algorithm.blocking.nc % plan.kernel.nr, 0);
      EXPECT_GT(algorithm.kc_block, 0);
      EXPECT_EQ(algorithm.kc_block % algorithm.blocking.kc, 0);
      EXPECT_GT(algorithm.jc_block, 0);
      EXPECT_EQ(algorithm.jc_block % plan.kernel.nr, 0);
      EXPECT_TRUE(!algorithm.buffered_c || algorithm.streams_c || algorithm.kc_block > algorithm.blocking.kc)
          << "no gain from a single pass";
      EXPECT_TRUE(!algorithm.streams_c || algorithm.buffered_c);
      EXPECT_EQ(algorithm.blocking.kc, blocking_of(plan.call, plan.kernel, {}, {}).kc);
      EXPECT_EQ(std::min(algorithm.blocking.kc, plan.call.k), std::min(task.order.kc, plan.call.k));
      // By rows and packed, a single kc block has the same bits.
      EXPECT_TRUE(choice.kind != Choice::Kind::skinny ||
                  (choice.skinny.form == SkinnyForm::by_rows && plan.call.k <= algorithm.blocking.kc));
    }
  });
}

TEST_P(PlanOnMachine, WorkspaceIsAtMostTheLocalisedPartsAndPackedPanels) {
  each_case(300, [&](PlanCase chosen) {
    chosen.options.workspace_limit = no_limit;
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    const double element = double(plan.call.element_bytes());
    for (const NodeTask& task : plan.tasks) {
      const auto mr = Index(plan.kernel.mr), nr = Index(plan.kernel.nr);
      if (task.panels() == nullptr && task.order.pieces == 1) continue;
      Panels algorithm;
      algorithm.blocking = blocking_of(plan.call, plan.kernel, {}, {});
      if (task.panels() != nullptr) algorithm = panels_of(task);
      const double k = double(plan.call.k), kc = double(std::min(algorithm.blocking.kc, plan.call.k));
      const double rows = double(round_up(task.rows.size(), mr) + mr * task.thread_grid.rows);
      const double columns = double(round_up(task.columns.size(), nr));
      const double jc_block = std::min(columns, double(algorithm.jc_block));
      const double pages = 4096.0 * (2 + 3 * task.threads);
      if (task.order.pieces > 1) {
        // Panels for each thread, sums for each piece.
        const double sums = double(task.order.pieces) * (rows * columns * element + 4096);
        EXPECT_LE(double(task.workspace_bytes),
                  double(task.threads) * ((kc + 64) * (rows + columns)) * element + sums + pages);
        continue;
      }
      const double parts = algorithm.buffered_c ? k * (rows + columns) : 0;
      const double blocks = algorithm.shares_a      ? 2.0 * task.thread_grid.rows
                            : algorithm.packs_ahead ? 2.0 * task.threads
                                                    : task.threads;
      const double panels = 2 * kc * jc_block + blocks * double(algorithm.blocking.mc) * kc;
      const double places =
          task.threads * double(algorithm.a_places.step) * (tried_places + algorithm.a_places.count);
      EXPECT_LE(double(task.workspace_bytes), element * (parts + panels) + places + pages);
    }
  });
}

TEST_P(PlanOnMachine, KeepsToTheWorkspaceLimitWhereThatCanBe) {
  each_case(150, [&](PlanCase chosen) {
    chosen.options.collapse = false;  // so that the limit does not change who works
    chosen.options.workspace_limit = 1;
    const Plan least = site.plan(chosen.call, chosen.homes, chosen.options);
    expect_exact_cover(least);
    if (least.workspace_bytes() > 0) {  // skinny products need none
      EXPECT_THAT(reasons_of(least, least.tasks[0]),
                  ::testing::Contains(::testing::HasSubstr("the least there is")));
    }
    chosen.options.workspace_limit = no_limit;
    const Plan most = site.plan(chosen.call, chosen.homes, chosen.options);
    EXPECT_LE(least.workspace_bytes(), most.workspace_bytes());
    for (const double share : {0.0, 0.1, 0.5, 0.99}) {
      chosen.options.workspace_limit =
          least.workspace_bytes() +
          std::size_t(share * double(most.workspace_bytes() - least.workspace_bytes()));
      const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
      EXPECT_LE(plan.workspace_bytes(), chosen.options.workspace_limit);
      EXPECT_GE(compare_crossing(plan.traffic, plan.bound, site.machine), 0);
      expect_exact_cover(plan);
    }
  });
}

TEST_P(PlanOnMachine, TakesAtMostAQuarterOfANodesMemoryByDefault) {
  each_case(100, [&](PlanCase chosen) {
    chosen.options.workspace_limit = 0;
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    std::vector<std::size_t> held(site.machine.nodes.size(), 0);
    for (const NodeTask& task : plan.tasks) held[std::size_t(task.memory_node)] += task.workspace_bytes;
    for (std::size_t node = 0; node < held.size(); ++node) {
      EXPECT_LE(held[node], site.machine.nodes[node].memory_bytes.value() / 4);
    }
  });
}

}  // namespace
}  // namespace numapack
