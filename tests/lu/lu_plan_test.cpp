// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_plan.hpp"
#include "level3/explain/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using testing::captured_machines;
using testing::Generator;
using testing::pick;
using testing::pick_homes;
using testing::pick_size;
using testing::Site;
using testing::test_seed;

LuPlan plan_on(const Site& site, const PanelShape& shape, const HomeMap& homes, const Options& options = {}) {
  return make_lu_plan(shape, testing::kernel_on(site.machine, shape.type), homes, site.machine, site.profile,
                      site.layout, options);
}

/// What every plan must be, whatever it is for.
void expect_sound(const LuPlan& plan, const Site& site) {
  ASSERT_GT(plan.nb, 0);
  EXPECT_EQ(plan.nb % plan.kernel.mr, 0);
  EXPECT_EQ(plan.mc % plan.kernel.mr, 0);
  EXPECT_EQ(plan.strip % plan.kernel.mr, 0);
  EXPECT_LT(plan.strip, plan.shape.m);
  Index next = 0;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j) {
    EXPECT_EQ(plan.blocks[j].begin, next);
    EXPECT_GT(plan.blocks[j].size(), 0);
    EXPECT_LE(plan.blocks[j].size(), plan.nb);
    next = plan.blocks[j].end;
    // Panels end where elimination does, and only the last one may be narrow.
    EXPECT_EQ(Index(j) < plan.panels, next <= plan.shape.steps());
    if (Index(j) + 1 < plan.panels) {
      EXPECT_EQ(plan.blocks[j].size(), plan.nb);
    }
  }
  EXPECT_EQ(next, plan.shape.n);
  ASSERT_EQ(plan.owner.size(), plan.blocks.size());
  std::vector<Index> owned(plan.tasks.size(), 0);
  for (const int owner : plan.owner) ++owned.at(std::size_t(owner));
  std::vector<bool> used(site.layout.size(), false);
  int threads = 0;
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    const PanelTask& task = plan.tasks[i];
    EXPECT_EQ(task.blocks, owned[i]);
    EXPECT_FALSE(used.at(std::size_t(task.team)));
    used[std::size_t(task.team)] = true;
    EXPECT_EQ(site.layout[std::size_t(task.team)].node, task.node);
    EXPECT_GE(task.threads, 1);
    EXPECT_EQ(task.gang, plan.strip > 0 ? task.threads : 1);
    EXPECT_LE(std::size_t(task.threads), site.layout[std::size_t(task.team)].cores.size());
    EXPECT_TRUE(site.machine.nodes[std::size_t(task.memory_node)].usable_memory);
    EXPECT_EQ(task.workspace_bytes, lu_workspace_of(plan, task).total);
    threads += task.threads;
  }
  EXPECT_EQ(plan.caller_only, threads == 1);
}

TEST(LuPlan, IsSoundOnEveryCapturedMachine) {
  Generator generator(test_seed());
  for (const std::string& file : captured_machines()) {
    const Site site(file);
    for (int turn = 0; turn < 40; ++turn) {
      const PanelShape shape{Type(pick(generator, 0, 3)), pick_size(generator, 30000),
                             pick_size(generator, 30000)};
      Options options;
      if (turn % 3 == 0) options.nb = pick_size(generator, 600);
      if (turn % 4 == 0) options.threads = int(pick(generator, 1, 64));
      options.collapse = turn % 2 == 0;
      SCOPED_TRACE(file + " " + std::to_string(shape.m) + " x " + std::to_string(shape.n) + " seed " +
                   std::to_string(test_seed()));
      const LuPlan plan = plan_on(site, shape, pick_homes(generator, site, shape.m, shape.n), options);
      expect_sound(plan, site);
      if (options.threads > 0) {
        int threads = 0;
        for (const PanelTask& task : plan.tasks) threads += task.threads;
        EXPECT_LE(threads, options.threads);
      }
    }
  }
}

TEST(LuPlan, OwnersFollowThePages) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  const PanelShape shape{Type::d, 8000, 8000};
  const LuPlan by_default = plan_on(site, shape, HomeMap::on_node(8000, 8000, 0, 4));
  // Dealt the other way round, block by block.
  const LuPlan plan =
      plan_on(site, shape, HomeMap::cyclic_columns(8000, 8000, by_default.nb, {3, 2, 1, 0}, 4));
  EXPECT_TRUE(plan.by_homes);
  for (std::size_t j = 0; j < plan.blocks.size(); ++j)
    EXPECT_EQ(plan.tasks[std::size_t(plan.owner[j])].node, 3 - int(j % 4)) << j;
}

TEST(LuPlan, FewThreadsAreWhereThePagesAre) {
  const Site site("pack:4 numa:1 core:24 pu:1");
  const PanelShape shape{Type::d, 1000, 1000};
  const LuPlan together = plan_on(site, shape, HomeMap::on_node(1000, 1000, 3, 4));
  ASSERT_EQ(together.tasks.size(), 1U) << explain(together, site.machine);
  EXPECT_EQ(together.tasks.front().node, 3);
  EXPECT_FALSE(together.redeployed);
  // Where pages say nothing, more nodes only copy more panels.
  EXPECT_EQ(plan_on(site, shape, HomeMap::interleaved(1000, 1000, {0, 1, 2, 3}, 4)).tasks.size(), 1U);
}

/// More threads than block columns: strips of them, and panels by gangs.
TEST(LuPlan, LargeTeamsWorkInStrips) {
  const Site site("pack:4 numa:1 core:24 pu:1");
  const LuPlan plan = plan_on(site, {Type::d, 4000, 4000}, HomeMap::on_node(4000, 4000, 3, 4));
  ASSERT_EQ(plan.tasks.size(), 4U);
  for (const PanelTask& task : plan.tasks) EXPECT_EQ(task.gang, 24);
  EXPECT_GE(plan.strip, 64);
  EXPECT_GE(divide_up(4000, plan.strip) * Index(plan.blocks.size()), 4 * 96);
  // Two threads take columns as they are.
  const Site small("pack:4 numa:1 core:2 pu:1");
  EXPECT_EQ(plan_on(small, {Type::d, 4000, 4000}, HomeMap::on_node(4000, 4000, 3, 4)).strip, 0);
}

TEST(LuPlan, BlocksAreDealtByTheirWorkWherePagesWouldUnbalance) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  const PanelShape shape{Type::d, 8000, 8000};
  for (const HomeMap& homes :
       {HomeMap::on_node(8000, 8000, 2, 4), HomeMap::interleaved(8000, 8000, {0, 1, 2, 3}, 4)}) {
    const LuPlan plan = plan_on(site, shape, homes);
    EXPECT_FALSE(plan.by_homes);
    EXPECT_TRUE(plan.redeployed);
    ASSERT_EQ(plan.tasks.size(), 4u);
    // In all, and whatever is left of the matrix.
    for (std::size_t from = 0; from + 4 < plan.blocks.size(); ++from) {
      std::vector<double> work(4, 0);
      double all = 0;
      for (std::size_t j = from; j < plan.blocks.size(); ++j) {
        const double takes = double(j + 1) * double(plan.blocks[j].size());
        work[std::size_t(plan.owner[j])] += takes;
        all += takes;
      }
      EXPECT_LE(*std::ranges::max_element(work), (from == 0 ? 1.05 : 1.6) * all / 4) << from;
    }
  }
}

TEST(LuPlan, WithoutRoomForCopiesBlocksStayWhereTheyAre) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  const HomeMap homes = HomeMap::on_node(8000, 8000, 2, 4);
  Options options;
  options.workspace_limit = 8000 * 8000 * 4;
  const LuPlan plan = plan_on(site, {Type::d, 8000, 8000}, homes, options);
  EXPECT_FALSE(plan.redeployed);
  EXPECT_NE(explain(plan, site.machine).find("blocks stay where they are"), std::string::npos);
  options.workspace_limit = 0;
  options.localise = false;
  EXPECT_FALSE(plan_on(site, {Type::d, 8000, 8000}, homes, options).redeployed);
}

TEST(LuPlan, SmallMatricesStayOnTheCaller) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  const auto plan = [&](Index n, bool collapse) {
    Options options;
    options.collapse = collapse;
    return plan_on(site, {Type::d, n, n}, HomeMap::on_node(n, n, 0, 4), options);
  };
  EXPECT_TRUE(plan(100, true).caller_only);
  EXPECT_FALSE(plan(100, false).caller_only);
  EXPECT_EQ(plan(100, false).tasks.size(), 4u);
  // Nodes are added one by one.
  std::size_t before = 1;
  for (const Index n : {500, 1000, 3000, 20000}) {
    const std::size_t now = plan(n, true).tasks.size();
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_EQ(before, 4u);
}

TEST(LuPlan, OfNothingHasNoBlocks) {
  const Site site("pack:4 numa:1 core:8 pu:1");
  Options options;
  options.collapse = false;
  EXPECT_TRUE(plan_on(site, {Type::d, 0, 0}, HomeMap::on_node(0, 0, 0, 4), options).blocks.empty());
}

TEST(LuPlan, CountsFlopsAsLapackDoes) {
  EXPECT_NEAR(lu_flops(PanelShape{Type::d, 1000, 1000}), 2e9 / 3, 1e7);
  EXPECT_NEAR(lu_flops(PanelShape{Type::z, 1000, 1000}), 8e9 / 3, 4e7);
  EXPECT_DOUBLE_EQ(lu_flops(PanelShape{Type::d, 1000, 0}), 0);
  // Tall: n^2 (m - n / 3).
  EXPECT_NEAR(lu_flops(PanelShape{Type::d, 3000, 300}), 300.0 * 300 * (3000 - 100), 1e6);
}

TEST(LuPlan, SaysWhatItDoes) {
  const Site site("pack:2 numa:1 core:4 pu:1");
  const LuPlan plan = plan_on(site, {Type::d, 4000, 4000}, HomeMap::on_node(4000, 4000, 1, 2));
  const std::string text = explain(plan, site.machine);
  EXPECT_NE(text.find("4000 x 4000"), std::string::npos) << text;
  EXPECT_NE(text.find("node 1: 4 threads"), std::string::npos) << text;
  EXPECT_NE(text.find("copied to their owners"), std::string::npos) << text;
  EXPECT_NE(text.find("dealt by their work"), std::string::npos) << text;
}

TEST(LuPlan, RefusesWhatDoesNotExist) {
  const Site site("pack:2 numa:1 core:4 pu:1");
  const HomeMap homes = HomeMap::on_node(10, 10, 0, 2);
  Options options;
  options.nb = -1;
  EXPECT_THROW(plan_on(site, {Type::d, 10, 10}, homes, options), Error);
  options = {};
  options.nodes = {7};
  EXPECT_THROW(plan_on(site, {Type::d, 10, 10}, homes, options), Error);
  EXPECT_THROW(plan_on(site, {Type::d, 10, -1}, homes), Error);
  EXPECT_THROW(plan_on(site, {Type::d, 10, 10}, HomeMap::on_node(10, 10, 0, 3)), Error);
}

}  // namespace
}  // namespace numapack
