// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/planning.hpp"

// What a plan does without where workspace is limited.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST(PlanChoice, PlacesToTryGoBeforeAnythingElseShrinks) {
  const Site site(captured("xeon-2s"));
  const Call call = square(4000);
  const Homes homes = homes_for(
      call, [&](Index rows, Index columns) { return HomeMap::on_node(rows, columns, 0, site.nodes()); });
  Options options;
  options.nodes = {0};
  options.workspace_limit = no_limit;
  const Plan free = site.plan(call, homes, options);
  ASSERT_GT(panels_of(free.tasks[0]).a_places.count, 1);
  options.workspace_limit = free.workspace_bytes() - 1;
  const Plan capped = site.plan(call, homes, options);
  EXPECT_LT(panels_of(capped.tasks[0]).a_places.count, panels_of(free.tasks[0]).a_places.count);
  EXPECT_LE(capped.workspace_bytes(), options.workspace_limit);
  EXPECT_EQ(panels_of(capped.tasks[0]).blocking, panels_of(free.tasks[0]).blocking);
  EXPECT_EQ(panels_of(capped.tasks[0]).kc_block, panels_of(free.tasks[0]).kc_block);
  EXPECT_EQ(panels_of(capped.tasks[0]).jc_block, panels_of(free.tasks[0]).jc_block);
}

TEST(PlanChoice, MemoryThatNobodyKnowsIsEnough) {
  const Call call = square(16384);
  const auto plan_with = [&](const std::string& nodes) {
    const Site site("pack:2 " + nodes + " l3:1(size=24MiB) core:24 l2:1(size=512KiB) l1:1(size=64KiB) pu:1");
    return site.plan(call, homes_on(call, 0, 4));
  };
  const Plan unknown = plan_with("numa:2"), enough = plan_with("numa:2(memory=64GiB)"),
             little = plan_with("numa:2(memory=1GiB)");
  EXPECT_EQ(unknown.workspace_bytes(), enough.workspace_bytes());
  EXPECT_EQ(unknown.traffic.crossing(), enough.traffic.crossing());
  EXPECT_LT(little.workspace_bytes(), enough.workspace_bytes());
  EXPECT_GT(little.traffic.crossing(), enough.traffic.crossing());
}

// With two kc blocks, smaller pieces are more numerous, with second buffers: the wanted workspace can be the
// least possible. These seeds had such cases.
TEST(PlanChoice, ACapNeverMakesTheWorkspaceLarger) {
  const Site site(captured("xeon-2s"));
  for (const std::uint64_t seed : {149993213u, 3418520015u, 2223557450u}) {
    Generator generator{seed};
    for (int i = 0; i < 150; ++i) {
      PlanCase chosen = pick_case(generator, site);
      chosen.options.collapse = false;
      chosen.options.workspace_limit = no_limit;
      const std::size_t wanted = site.plan(chosen.call, chosen.homes, chosen.options).workspace_bytes();
      chosen.options.workspace_limit = 1;
      EXPECT_LE(site.plan(chosen.call, chosen.homes, chosen.options).workspace_bytes(), wanted)
          << told("xeon-2s", chosen);
    }
  }
}

}  // namespace
}  // namespace numapack
