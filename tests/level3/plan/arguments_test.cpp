// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "level3/explain/explain.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

// What a plan takes from its arguments, what it refuses, and how it is explained.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using ::testing::HasSubstr;

TEST(PlanChoice, TunedBlocksTakeThePlaceOfBuiltInOnes) {
  const Machine machine = testing::flat_machine(1, 4);
  Profile profile = estimate_profile(machine);
  const Call call{Type::d, 4000, 4000, 4000, {}, {}, false, {}};
  const Homes homes = {HomeMap::on_node(4000, 4000, 0, 1), HomeMap::on_node(4000, 4000, 0, 1),
                       HomeMap::on_node(4000, 4000, 0, 1)};
  const KernelShape kernel = choose_shape(machine.architecture, false, call.type);
  const auto blocks = [&](const Options& options) {
    return panels_of(
               make_plan(call, kernel, homes, machine, profile, lay_out_teams(machine), options).tasks.at(0))
        .blocking;
  };
  const Blocking built_in = blocks({});
  profile.tuned.push_back({"another kernel", 2 * kernel.mr, 40, 16 * kernel.nr, 1, 0, 0, 0, ""});
  EXPECT_EQ(blocks({}).kc, built_in.kc);
  profile.tuned.push_back({kernel.name, 2 * kernel.mr, 40, 16 * kernel.nr, 1, 0, 0, 0, ""});
  EXPECT_EQ(blocks({}).kc, 40);
  EXPECT_EQ(blocks({}).mc, 2 * kernel.mr);
  Options asked;
  asked.blocking = {kernel.mr, 80, 16 * kernel.nr};
  EXPECT_EQ(blocks(asked).kc, 80) << "what the call asks for comes first";
}

TEST(PlanChoice, NothingToMultiply) {
  const Site site(captured("kunpeng920"));
  for (const Call& call : {Call{Type::d, 0, 5, 5}, Call{Type::d, 5, 0, 5}, Call{Type::d, 5, 5, 0}}) {
    const Plan plan = site.plan(call, homes_on(call, 0, 4));
    ASSERT_EQ(plan.tasks.size(), 1U);
    EXPECT_TRUE(plan.caller_only);
    EXPECT_EQ(plan.workspace_bytes(), 0U);
    EXPECT_EQ(plan.tasks[0].rows, (Range{0, call.m}));
    EXPECT_EQ(plan.tasks[0].columns, (Range{0, call.n}));
    EXPECT_FALSE(explain(plan, site.machine).empty());
  }
}

void expect_refused(const Site& site, const Options& options, const std::string& where,
                    const std::string& says, Call call = square(1000)) {
  try {
    site.plan(call, homes_on(call, 0, site.nodes()), options);
    ADD_FAILURE() << "accepted " << where;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(error.where(), where);
    EXPECT_THAT(error.what(), HasSubstr(says));
  }
}

TEST(PlanChoice, NonsenseIsRefusedWithWhatIsAllowed) {
  const Site site(captured("kunpeng920"));
  const auto with = [](auto change) {
    Options options;
    change(options);
    return options;
  };
  expect_refused(site, with([](Options& o) { o.nodes = {4}; }), "nodes", "0, 1, 2, 3");
  expect_refused(site, with([](Options& o) { o.nodes = {-1}; }), "nodes", "0, 1, 2, 3");
  expect_refused(site, with([](Options& o) { o.nodes = {1, 1}; }), "nodes", "twice");
  expect_refused(site, with([](Options& o) { o.threads = -1; }), "threads", "-1");
  expect_refused(site, with([](Options& o) { o.grid = Grid{3, 1}; }), "grid", "1x4, 2x2, 4x1");
  expect_refused(site, with([](Options& o) { o.grid = Grid{-2, -2}; }), "grid", "2x2");
  expect_refused(site, with([](Options& o) { o.grid = Grid{65536, 65536}; }), "grid", "2x2");
  expect_refused(site, with([](Options& o) { o.kernel = "neon-d9x9"; }), "kernel", "neon-d8x6");
  expect_refused(site, {}, "shape", "-3", {Type::d, -3, 5, 5});

  const Site half(captured("node-without-cpus"));
  int coreless = -1;
  for (int node = 0; node < half.nodes(); ++node) {
    if (half.machine.usable_cores(node).empty()) coreless = node;
  }
  ASSERT_GE(coreless, 0);
  expect_refused(half, with([&](Options& o) { o.nodes = {coreless}; }), "nodes", "no core");
}

TEST(PlanChoice, HomesAndProfilesOfAnotherMachineAreRefused) {
  const Site site(captured("kunpeng920"));
  const Call call = square(1000);
  EXPECT_THROW(site.plan(call, homes_on(call, 0, 2)), Error);
  const Profile other = estimate_profile(load_machine(captured("xeon-2s")));
  const KernelShape kernel = choose_shape(site.machine.architecture, false, call.type);
  EXPECT_THROW(make_plan(call, kernel, homes_on(call, 0, 4), site.machine, other, site.layout), Error);
  EXPECT_THROW(make_plan(call, kernel, homes_on(call, 0, 4), site.machine, site.profile, {}), Error);
}

TEST(PlanChoice, ExplanationShowsWhatAReaderNeeds) {
  const Site site(captured("kunpeng920"));
  const Call call = square(16384);
  const std::string text = explain(site.plan(call, homes_on(call, 0, 4)), site.machine);
  for (const char* word : {"C over nodes, 2 x 2", "node 3: rows 8192-16383", "cross-chip", "cross-die",
                           "ratio", "neon-d8x6", "workspace", "least", "C in a buffer", "24 = 24x1"}) {
    EXPECT_THAT(text, HasSubstr(word));
  }
}

}  // namespace
}  // namespace numapack
