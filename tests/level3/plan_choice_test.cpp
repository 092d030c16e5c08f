// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/integer.hpp"
#include "level3/explain/explain.hpp"
#include "level3/nodes/cost_model.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"

// What the plan decides in cases whose right answer is known.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using ::testing::Contains;
using ::testing::HasSubstr;

TEST(PlanChoice, FourNodesWithAllDataOnOneMakeTwoByTwoAtTheBound) {
  const Site site(captured("kunpeng920"));
  const Call call = square(16384);
  const Plan plan = site.plan(call, homes_on(call, 0, 4));
  EXPECT_EQ(plan.grid, (Grid{2, 2}));
  ASSERT_EQ(plan.tasks.size(), 4U);
  // Half of A, half of B, a quarter of C read and written: on one other node of the chip, on two of the other
  // chip. Halves are whole micro-tiles, hence not exact.
  const double matrix = 16384.0 * 16384 * 8, part = matrix / 2 + matrix / 2 + 2 * matrix / 4;
  EXPECT_NEAR(plan.bound.crossing(site.machine, Reach::cross_die), part, 1e-3 * part);
  EXPECT_NEAR(plan.bound.crossing(site.machine, Reach::cross_chip), 2 * part, 1e-3 * part);
  EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing());
  for (const NodeTask& task : plan.tasks) {
    EXPECT_EQ(panels_of(task).buffered_c, task.node != 0) << task.node;
    EXPECT_EQ(task.passes.a,
              task.node != 0 ? 1 : double(divide_up(task.columns.size(), panels_of(task).column_chunk)));
  }
}

TEST(PlanChoice, ARemoteCThatIsNotReadCrossesOnceOnX86) {
  const Site site(captured("xeon-2s"));
  for (const Index k : {100, 4096}) {
    Call call{Type::d, 4096, 4096, k};
    Options both;
    both.collapse = false;
    for (const bool reads_c : {false, true}) {
      call.reads_c = reads_c;
      const Plan plan = site.plan(call, homes_on(call, 0, 2), both);
      ASSERT_EQ(plan.tasks.size(), 2U);
      const bool finished = !reads_c || k > 1000;  // read and written once in any case, it stays in place
      EXPECT_EQ(panels_of(plan.tasks[1]).buffered_c, finished) << k;
      EXPECT_EQ(panels_of(plan.tasks[1]).streams_c, finished) << k;
      // All of A and half of B, or the other way round; half of C written, and read if it must be.
      const double operand = 8.0 * 4096 * double(k), half_of_c = 8.0 * 4096 * 4096 / 2;
      EXPECT_NEAR(plan.bound.read[1][0], 1.5 * operand + (reads_c ? half_of_c : 0), 0.02 * half_of_c);
      EXPECT_NEAR(plan.bound.written[1][0], half_of_c, 0.02 * half_of_c);
      EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing()) << k;
    }
  }
}

TEST(PlanChoice, NodesOfAPackageShareWhatTheyMust) {
  // All data on node 2: its neighbour 3 crosses a die only, so 0 and 1 must not be spread over rows and
  // columns.
  const Site site(captured("kunpeng920"));
  const Call call = square(8192);
  const Plan plan = site.plan(call, homes_on(call, 2, 4));
  EXPECT_EQ(plan.traffic.read[2][2] > 0, true);
  for (int from = 0; from < 4; ++from) {
    for (int home : {0, 1, 3}) EXPECT_EQ(plan.traffic.read[std::size_t(from)][std::size_t(home)], 0);
  }
}

TEST(PlanChoice, EveryNodeComputesTheColumnsThatItHas) {
  // B and C in four strips of columns, A on all nodes: 1 x 4 in the order of the strips moves nothing but A.
  const Site site(captured("kunpeng920"));
  const Call call = square(7680);
  const std::vector<int> owners{2, 0, 3, 1};
  const Homes homes{HomeMap::interleaved(call.m, call.k, {0, 1, 2, 3}, 4),
                    HomeMap::cyclic_columns(call.k, call.n, call.n / 4, owners, 4),
                    HomeMap::cyclic_columns(call.m, call.n, call.n / 4, owners, 4)};
  const Plan plan = site.plan(call, homes);
  EXPECT_EQ(plan.grid, (Grid{1, 4}));
  for (const NodeTask& task : plan.tasks) {
    EXPECT_EQ(task.node, owners[std::size_t(task.columns.begin / (call.n / 4))]);
    EXPECT_FALSE(panels_of(task).buffered_c);
  }
  EXPECT_DOUBLE_EQ(plan.traffic.crossing(), 0.75 * 8 * 4 * double(call.m) * double(call.k));
  for (std::size_t from = 0; from < 4; ++from) {
    for (std::size_t home = 0; home < 4; ++home) {
      if (from != home) {
        EXPECT_EQ(plan.traffic.written[from][home], 0);
      }
    }
  }
}

TEST(PlanChoice, BlockCyclicColumnsMeetTheBound) {
  const Site site(captured("epyc-nps4"));
  const Call call = square(8192);
  std::vector<int> all(8);
  for (int node = 0; node < 8; ++node) all[std::size_t(node)] = node;
  const Homes homes = homes_for(
      call, [&](Index rows, Index columns) { return HomeMap::cyclic_columns(rows, columns, 128, all, 8); });
  const Plan plan = site.plan(call, homes);
  EXPECT_EQ(plan.tasks.size(), 8U);
  EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing());
  EXPECT_GT(plan.bound.crossing(), 0);
}

TEST(PlanChoice, InterleavedHomesMeetTheBound) {
  for (const char* name : {"kunpeng920", "xeon-2s", "epyc-nps4"}) {
    const Site site(captured(name));
    const Call call = square(8192);
    const std::vector<int> all = site.with_memory();
    const Homes homes = homes_for(call, [&](Index rows, Index columns) {
      return HomeMap::interleaved(rows, columns, all, site.nodes());
    });
    const Plan plan = site.plan(call, homes);
    EXPECT_EQ(plan.tasks.size(), all.size()) << name;
    EXPECT_DOUBLE_EQ(plan.traffic.crossing(), plan.bound.crossing()) << name;
  }
}

TEST(PlanChoice, WithoutLocalisationMoreCrosses) {
  const Site site(captured("kunpeng920"));
  const Call call = square(16384);
  Options options;
  options.localise = false;
  const Plan plan = site.plan(call, homes_on(call, 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 4U);
  EXPECT_GT(plan.traffic.crossing(), 5 * plan.bound.crossing());
  for (const NodeTask& task : plan.tasks) {
    EXPECT_FALSE(panels_of(task).buffered_c);
    EXPECT_EQ(panels_of(task).slab, panels_of(task).blocking.kc);
    EXPECT_LE(panels_of(task).column_chunk, panels_of(task).blocking.nc);
  }
}

TEST(PlanChoice, SmallProblemsCollapse) {
  for (const std::string& file : captured_machines()) {
    const Site site(file);
    EXPECT_TRUE(site.plan(square(8), homes_on(square(8), 0, site.nodes())).caller_only) << file;
    EXPECT_EQ(site.plan(square(64), homes_on(square(64), 0, site.nodes())).tasks.size(), 1U) << file;
  }
  const Site xeon(captured("xeon-2s"));
  EXPECT_TRUE(xeon.plan(square(64), homes_on(square(64), 0, 2)).caller_only);
  EXPECT_EQ(xeon.plan(square(4096), homes_on(square(4096), 0, 2)).tasks.size(), 2U);
}

TEST(PlanChoice, CollapsesToTheNodeThatHasTheData) {
  const Site site(captured("kunpeng920"));
  const Call call = square(128);
  for (int home = 0; home < 4; ++home) {
    const Plan plan = site.plan(call, homes_on(call, home, 4));
    ASSERT_EQ(plan.tasks.size(), 1U);
    EXPECT_EQ(plan.tasks[0].node, home);
    EXPECT_EQ(plan.traffic.crossing(), 0);
  }
}

TEST(PlanChoice, TheShortcutAndThePlanAgree) {
  const Site site(captured("xeon-2s"));
  const double least = least_parallel_flops(site.profile);
  EXPECT_GT(least, 0);
  for (Index n = 1; n < 200; ++n) {
    const Call call = square(n);
    if (call.flops() < least) {
      EXPECT_TRUE(site.plan(call, homes_on(call, 0, 2)).caller_only) << n;
    }
  }
}

TEST(PlanChoice, WithoutCollapseEverybodyWorksAsFarAsThereIsWork) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.collapse = false;
  const Plan plan = site.plan(square(256), homes_on(square(256), 0, 4), options);
  EXPECT_EQ(plan.tasks.size(), 4U);
  EXPECT_FALSE(plan.caller_only);
  const Plan tiny = site.plan(square(1), homes_on(square(1), 0, 4), options);
  EXPECT_EQ(tiny.tasks.size(), 1U);
  EXPECT_FALSE(tiny.caller_only);
}

TEST(PlanChoice, NamedNodesAreKeptTo) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.nodes = {3, 1};
  const Plan plan = site.plan(square(4096), homes_on(square(4096), 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 2U);
  for (const NodeTask& task : plan.tasks) EXPECT_THAT(options.nodes, Contains(task.node));
}

TEST(PlanChoice, UnequalTeamsGetUnequalParts) {
  Site site(captured("kunpeng920"));
  site.layout[1].cores.resize(6);
  Options options;
  options.collapse = false;
  const Call call = square(8192);
  const Plan plan = site.plan(call, homes_on(call, 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 4U);
  for (const NodeTask& task : plan.tasks) {
    EXPECT_EQ(task.threads, task.node == 1 ? 6 : 24);
    const double share = double(task.rows.size()) * double(task.columns.size()) / (8192.0 * 8192);
    EXPECT_NEAR(share, task.threads / 78.0, 0.01);
  }
}

TEST(PlanChoice, FewerThreadsAreTakenFromAllNodesInTurn) {
  const Site site(captured("kunpeng920"));
  Options options;
  options.collapse = false;
  options.threads = 50;
  const Plan plan = site.plan(square(8192), homes_on(square(8192), 0, 4), options);
  ASSERT_EQ(plan.tasks.size(), 4U);
  for (const NodeTask& task : plan.tasks) EXPECT_EQ(task.threads, task.node < 2 ? 13 : 12);
}

TEST(PlanChoice, BusyNodesAreBalancedEvenIfIdlingWouldMoveLess) {
  // Two strips of rows are all that m = 2 mr gives: four nodes must share columns.
  const Site site(captured("kunpeng920"));
  Options options;
  options.collapse = false;
  const Call call{Type::d, 16, 40000, 4000};
  const Plan plan = site.plan(call, homes_on(call, 0, 4), options);
  EXPECT_EQ(plan.tasks.size(), 4U);
}

TEST(PlanChoice, NodesWithoutMemoryStayOutUnlessNamed) {
  const Site site(captured("node-without-memory"));
  int bare = -1;
  for (const TeamLayout& team : site.layout) {
    if (!site.machine.nodes[std::size_t(team.node)].usable_memory) bare = team.node;
  }
  ASSERT_GE(bare, 0) << "the captured machine should have a team on a node without memory";
  const Call call = square(4096);
  const int home = site.with_memory()[0];
  const Plan plan = site.plan(call, homes_on(call, home, site.nodes()));
  EXPECT_GT(plan.tasks.size(), 1U);
  for (const NodeTask& task : plan.tasks) EXPECT_NE(task.node, bare);
  Options options;
  options.nodes = {bare};
  const Plan named = site.plan(call, homes_on(call, home, site.nodes()), options);
  ASSERT_EQ(named.tasks.size(), 1U);
  EXPECT_EQ(named.tasks[0].node, bare);
  EXPECT_EQ(named.tasks[0].memory_node, site.machine.home_for(bare));
}

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
  EXPECT_EQ(panels_of(capped.tasks[0]).slab, panels_of(free.tasks[0]).slab);
  EXPECT_EQ(panels_of(capped.tasks[0]).column_chunk, panels_of(free.tasks[0]).column_chunk);
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
