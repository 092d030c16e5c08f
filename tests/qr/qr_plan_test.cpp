// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "qr/qr_schedule.hpp"
#include "qr/qr_traffic.hpp"
#include "support/options.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

QrPlan plan_on(const Site& site, const PanelShape& shape, const HomeMap& homes, const Options& options = {}) {
  return make_qr_plan(shape, kernel_on(site.machine, shape.type), homes, site.machine, site.profile,
                      site.layout, options);
}

/// What every plan must be, whatever it is for.
void expect_sound(const QrPlan& plan, const Site& site) {
  EXPECT_EQ(plan.nb % plan.kernel.mr, 0);
  EXPECT_EQ(plan.mc % plan.kernel.mr, 0);
  EXPECT_EQ(plan.kc % plan.kernel.mr, 0);
  EXPECT_GE(plan.sum_rows, plan.nb);
  Index next = 0;
  for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j) {
    for (Index piece = 0; piece < plan.pieces(j); ++piece) {
      const Range columns = plan.columns_of_piece(j, piece);
      EXPECT_EQ(columns.begin, next);
      EXPECT_LE(columns.size(), plan.piece);
      next = columns.end;
    }
    EXPECT_EQ(plan.block(j).end, next);
    EXPECT_EQ(j < plan.panels, next <= plan.shape.steps());
  }
  EXPECT_EQ(next, plan.shape.n);
  int threads = 0;
  for (const PanelTask& task : plan.tasks) {
    EXPECT_EQ(task.workspace_bytes,
              std::size_t(qr_workspace_of(plan, task).total) * bytes_of(plan.shape.type));
    EXPECT_TRUE(task.gang == 1 || task.gang == task.threads);
    EXPECT_EQ(site.layout[std::size_t(task.team)].node, task.node);
    threads += task.threads;
  }
  EXPECT_EQ(plan.caller_only, threads == 1);
}

TEST(QrPlan, IsSoundOnEveryCapturedMachine) {
  Generator generator(test_seed());
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  for (const std::string& file : captured_machines()) {
    const Site site(file);
    for (int turn = 0; turn < 20; ++turn) {
      const PanelShape shape{Type(pick(generator, 0, 3)), pick_size(generator, 20000),
                             pick_size(generator, 20000)};
      Options options;
      if (turn % 4 == 0) options.threads = int(pick(generator, 1, 64));
      options.collapse = turn % 2 == 0;
      const QrPlan plan = plan_on(site, shape, pick_homes(generator, site, shape.m, shape.n), options);
      expect_sound(plan, site);
      // Of what the bits depend on, nothing depends on the machine's nodes and threads.
      const QrPlan alone = plan_on(
          site, shape, HomeMap::on_node(shape.m, shape.n, 0, static_cast<int>(site.machine.nodes.size())),
          options_of(1, {}));
      EXPECT_EQ(plan.nb, alone.nb);
      EXPECT_EQ(plan.kc, alone.kc);
      EXPECT_EQ(plan.sum_rows, alone.sum_rows);
    }
  }
}

/// Each panel is factored once, after it has met those before it in their order; each piece meets each once.
TEST(QrPlan, MeetsEveryPanelOnce) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  Generator generator(test_seed());
  for (int turn = 0; turn < 6; ++turn) {
    const PanelShape shape{Type::d, pick(generator, 1, 3000), pick(generator, 1, 3000)};
    Options options;
    options.collapse = turn % 2 == 0;
    const QrPlan plan = plan_on(site, shape, HomeMap::on_node(shape.m, shape.n, 0, 4), options);
    std::vector<Index> met(static_cast<std::size_t>(shape.n), 0);
    std::vector<bool> factored(static_cast<std::size_t>(plan.panels), false);
    const Schedule schedule = make_qr_schedule(plan, site.layout.size());
    for (const Step& step : schedule.steps) {
      const Index p = step.detail[0], j = step.detail[1];
      if (QrStep(step.kernel) == QrStep::factor) {
        for (Index c = plan.block(p).begin; c < plan.block(p).end; ++c)
          EXPECT_EQ(met[static_cast<std::size_t>(c)], p);
        EXPECT_FALSE(factored[static_cast<std::size_t>(p)]);
        factored[static_cast<std::size_t>(p)] = true;
      } else if (QrStep(step.kernel) == QrStep::update) {
        EXPECT_TRUE(factored[static_cast<std::size_t>(p)]);
        EXPECT_EQ(step.team, plan.task_of(j).team);
        const Range columns = schedule.writes_of(step)[0].columns;
        for (Index c = columns.begin; c < columns.end; ++c) EXPECT_EQ(met[static_cast<std::size_t>(c)]++, p);
      }
    }
    EXPECT_TRUE(std::ranges::all_of(factored, [](bool done) { return done; }));
    for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j)
      for (Index c = plan.block(j).begin; c < plan.block(j).end; ++c)
        EXPECT_EQ(met[static_cast<std::size_t>(c)], std::min(j, plan.panels)) << c;
  }
}

TEST(QrPlan, LargeTeamsShareBlocksAndPanels) {
  const Site site("pack:4 numa:1 core:24 pu:1");
  const QrPlan plan = plan_on(site, {Type::d, 4000, 4000}, HomeMap::on_node(4000, 4000, 3, 4));
  ASSERT_EQ(plan.tasks.size(), 4U);
  for (const PanelTask& task : plan.tasks) EXPECT_EQ(task.gang, 24);
  EXPECT_LE(plan.piece, 32);
  EXPECT_TRUE(plan.redeployed);
  const std::string text = explain(plan, site.machine);
  EXPECT_NE(text.find("factored by all threads of a node"), std::string::npos) << text;
  EXPECT_NE(text.find("copied to their owners"), std::string::npos) << text;
  const Site small("pack:4 numa:1 core:2 pu:1");
  for (const PanelTask& task :
       plan_on(small, {Type::d, 4000, 4000}, HomeMap::on_node(4000, 4000, 3, 4)).tasks)
    EXPECT_EQ(task.gang, 1);
}

TEST(QrPlan, WithoutRoomForCopiesBlocksStayWhereTheyAre) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  const HomeMap homes = HomeMap::on_node(8000, 8000, 2, 4);
  Options options;
  options.workspace_limit = 8000 * 8000 * 4;
  const QrPlan plan = plan_on(site, {Type::d, 8000, 8000}, homes, options);
  EXPECT_FALSE(plan.redeployed);
  EXPECT_NE(explain(plan, site.machine).find("blocks stay where they are"), std::string::npos);
}

TEST(QrPlan, CountsFlopsAsLapackDoes) {
  EXPECT_NEAR(qr_flops({Type::d, 3000, 2000}), 2.0 * 2000 * 2000 * (3000 - 2000.0 / 3), 1e6);
  EXPECT_NEAR(qr_flops({Type::z, 1000, 1000}), 16e9 / 3, 1e6);
}

TEST(QrPlan, RefusesNodesThatDoNotExist) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  EXPECT_THROW(plan_on(site, {Type::d, 100, 100}, HomeMap::on_node(100, 100, 0, 4), options_of(0, {9})),
               Error);
}

/// Elements that cross, of n^2, and GiB: half a panel for each other node, and what is not at home in and
/// out.
TEST(QrTraffic, IsNearItsLeastWhereverTheMatrixLies) {
  struct Case {
    const char* machine;
    double most_gib;
  };
  for (const Case& wanted : {Case{"kunpeng920", 1.8}, {"xeon-2s", 0.9}, {"epyc-nps4", 2.9}}) {
    const Site site(std::string(NUMAPACK_MACHINES) + "/" + wanted.machine + ".xml");
    const int nodes = static_cast<int>(site.machine.nodes.size());
    std::vector<int> all(static_cast<std::size_t>(nodes));
    std::iota(all.begin(), all.end(), 0);
    const Index n = 8192;
    for (const HomeMap& homes : {HomeMap::on_node(n, n, 0, nodes), HomeMap::interleaved(n, n, all, nodes),
                                 HomeMap::cyclic_columns(n, n, 64, all, nodes)}) {
      const QrPlan plan = plan_on(site, {Type::d, n, n}, homes);
      EXPECT_TRUE(plan.redeployed);
      const PanelTraffic traffic = traffic_of(plan, homes, nodes);
      EXPECT_LT(traffic.crossing_bytes / (1 << 30), wanted.most_gib) << wanted.machine;
      EXPECT_GE(traffic.crossing_bytes, traffic.least_bytes * 0.999);
      EXPECT_LT(traffic.crossing_bytes, 1.001 * traffic.least_bytes);
    }
  }
}

TEST(QrTraffic, OfOneNodeIsNothing) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  const HomeMap here = HomeMap::on_node(2000, 2000, 0, 4);
  EXPECT_EQ(
      traffic_of(plan_on(site, {Type::d, 2000, 2000}, here, options_of(0, {0})), here, 4).crossing_bytes, 0);
}

}  // namespace
}  // namespace numapack
