// SPDX-License-Identifier: BSD-3-Clause
#include "insight/advice.hpp"
#include "insight/published.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <numeric>

#include "base/error.hpp"
#include "insight/annotate.hpp"
#include "insight/diff.hpp"
#include "insight/planted.hpp"
#include "machine/machine.hpp"
#include "profile/document/json.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

PatternCost cost(const std::vector<PatternCost>& costs, const std::string& pattern) {
  for (const PatternCost& one : costs) {
    if (one.pattern == pattern) return one;
  }
  ADD_FAILURE() << pattern;
  return costs.front();
}

double sum(const PatternCost& one) {
  return std::accumulate(one.path.begin(), one.path.end(), 0.0,
                         [](double total, const PatternStep& step) { return total + step.ns; });
}

TEST(Patterns, TakeWhatTheirRoundsTakeOnAUniformMachine) {
  const auto same = [](int, int) { return 10.0; };
  for (const int threads : {2, 3, 4, 8, 13, 64}) {
    std::vector<int> pus(static_cast<std::size_t>(threads));
    std::iota(pus.begin(), pus.end(), 0);
    const auto costs = pattern_costs(pus, std::vector<int>(pus.size(), 0), same);
    int rounds = 0;
    while ((1 << rounds) < threads) ++rounds;
    // A thread that has nobody to wait for in a round goes on at once: the longest chain counts.
    int chain = 0;
    for (int thread = 0; thread < threads; ++thread) chain = std::max(chain, std::popcount(unsigned(thread)));
    EXPECT_EQ(cost(costs, "dissemination").ns, 10 * rounds);
    EXPECT_EQ(cost(costs, "binomial broadcast").ns, 10 * chain);
    EXPECT_EQ(cost(costs, "tournament").ns, 10 * (chain + 1));
    EXPECT_EQ(cost(costs, "central").ns, 10 * threads);
    EXPECT_EQ(cost(costs, "node-aware").ns, 10 * threads);
    EXPECT_EQ(cost(costs, "flat broadcast").ns, 10);
    for (const PatternCost& one : costs) EXPECT_DOUBLE_EQ(sum(one), one.ns) << one.pattern;
  }
  for (const PatternCost& one : pattern_costs({3}, {0}, same)) EXPECT_EQ(one.ns, 0) << one.pattern;
  EXPECT_EQ(cost(pattern_costs({0, 1, 2, 3, 4}, {0, 0, 0, 0, 0}, same), "tree").ns, 40 + 20);
}

TEST(Patterns, GoThroughTheDearestLinkOnlyWhereTheyMust) {
  // Two nodes of four; thread 2 is slow to hear from thread 6.
  const auto latency = [](int from, int to) {
    return from == 6 && to == 2 ? 500.0 : from / 4 == to / 4 ? 10.0 : 100.0;
  };
  const auto costs = pattern_costs({0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 1, 1, 1, 1}, latency);
  const PatternCost dissemination = cost(costs, "dissemination");
  EXPECT_TRUE(std::any_of(dissemination.path.begin(), dissemination.path.end(),
                          [](const PatternStep& step) { return step.from == 6 && step.to == 2; }));
  EXPECT_GE(dissemination.ns, 500);
  EXPECT_EQ(cost(costs, "node-aware").ns, 30 + 100 + 10);
  EXPECT_EQ(cost(costs, "node-aware broadcast").ns, 110);
}

TEST(Patterns, ReductionByDistanceCrossesOnlyOncePerNode) {
  // Threads dealt to three nodes in turn: neighbours in number are on different nodes.
  std::vector<int> pus(12), nodes;
  std::iota(pus.begin(), pus.end(), 0);
  for (const int pu : pus) nodes.push_back(pu % 3);
  const auto latency = [](int from, int to) { return from % 3 == to % 3 ? 10.0 : 100.0; };
  const auto costs = pattern_costs(pus, nodes, latency);
  EXPECT_EQ(cost(costs, "reduction by distance").ns, 10 + 10 + 100 + 100);
  EXPECT_GE(cost(costs, "reduction by number").ns, 300);
  // All partial sums arrive: also those of a thread that is far from all others.
  const auto lonely = [](int from, int to) { return from == 4 || to == 4 ? 700.0 : 10.0; };
  const PatternCost far =
      cost(pattern_costs({0, 1, 2, 3, 4}, {0, 0, 0, 0, 1}, lonely), "reduction by distance");
  EXPECT_EQ(far.ns, 10 + 10 + 700);
  EXPECT_EQ(far.path.back().from, 4);
  EXPECT_EQ(far.path.back().to, 0);
}

TEST(Advise, MakesTheSuggestionsConcrete) {
  const Advice advice = advise(published("kunpeng920-6426"), {0, 1, 2, 3, 32, 64, 96});
  ASSERT_EQ(advice.groups.size(), 1u);
  EXPECT_EQ(advice.groups[0].pus, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(advice.groups_share, "L3");
  EXPECT_EQ(advice.inside_ns, 14.2);
  EXPECT_EQ(advice.outside_ns, 44.2);
  EXPECT_EQ(advice.fast_bytes, 8u << 20);
  ASSERT_EQ(advice.nodes.size(), 1u);
  EXPECT_EQ(advice.nodes[0].choices.at(0).node, 0);
  EXPECT_EQ(advice.nodes[0].choices.at(1).node, 1);
  EXPECT_EQ(advice.nodes[0].choices.at(3).node, 3);
  EXPECT_EQ(advice.nodes[0].choices.at(1).gb_per_s, 10.3);
  EXPECT_EQ(advice.threads, 7);
  EXPECT_EQ(advice.pairs, 21u);
  EXPECT_EQ(advice.pairs_measured, 6u);
  ASSERT_EQ(advice.patterns.size(), 10u);
  for (const PatternAdvice& one : advice.patterns) {
    EXPECT_GT(one.bottleneck.ns, 0) << one.cost.pattern;
    EXPECT_GT(one.crossing, 0);
    EXPECT_LE(one.crossing, 1);
  }
  EXPECT_THROW(advise(published("kunpeng920-6426"), {0, 128}), Error);
  EXPECT_EQ(advise(published("phytium-2000plus")).fast_bytes, 2u << 20);
  EXPECT_EQ(advise(published("phytium-2000plus")).nodes.at(0).choices.at(1).node, 1);
  EXPECT_EQ(advise(published("phytium-2000plus")).nodes.at(0).choices.back().node, 6);
  EXPECT_EQ(advise(published("thunderx2")).fast_bytes, 32u << 20);
  const Advice nothing = advise(published("nehalem-ex"));
  EXPECT_TRUE(nothing.groups.empty());
  EXPECT_TRUE(nothing.patterns.empty());
}

TEST(Annotate, PutsFiguresWhereHwlocLooksForThem) {
  testing::Planted planted;
  planted.noise = 0;
  MeasuredProfile profile = testing::PlantedMachine(planted, 1).profile();
  profile.node_bandwidth.push_back({0, 2, "read", false, 8, 0, figure_of({10.48576})});
  profile.conditions.date = "2026-01-01";
  const Topology topology = open_synthetic("pack:2 numa:2 core:8 pu:1");
  EXPECT_TRUE(annotate(topology, profile).empty());
  const hwloc_obj_t from = hwloc_get_numanode_obj_by_os_index(topology.get(), 0);
  const hwloc_obj_t home = hwloc_get_numanode_obj_by_os_index(topology.get(), 2);
  hwloc_location location;
  location.type = HWLOC_LOCATION_TYPE_CPUSET;
  location.location.cpuset = from->cpuset;
  hwloc_uint64_t value = 0;
  ASSERT_EQ(hwloc_memattr_get_value(topology.get(), HWLOC_MEMATTR_ID_LATENCY, home, &location, 0, &value), 0);
  EXPECT_EQ(value, 240u);
  ASSERT_EQ(hwloc_memattr_get_value(topology.get(), HWLOC_MEMATTR_ID_BANDWIDTH, home, &location, 0, &value),
            0);
  EXPECT_EQ(value, 10000u);  // MiB/s
  hwloc_distances_s* matrix = nullptr;
  unsigned count = 1;
  ASSERT_EQ(hwloc_distances_get_by_name(topology.get(), "NumapackCoreLatencyPs", &count, &matrix, 0), 0);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(matrix->nbobjs, 32u);
  EXPECT_EQ(matrix->values[0 * 32 + 9], 60000u);
  hwloc_distances_release(topology.get(), matrix);
  const std::string xml = to_xml(topology);
  EXPECT_THAT(xml, HasSubstr("NumapackMemoryLatencyNs"));
  // The description says no memory; neither does the file, nor who reads it.
  const testing::TemporaryDirectory directory;
  std::ofstream(directory.file("machine.xml")) << xml;
  EXPECT_THAT(load_machine(directory.file("machine.xml")).nodes_of_unknown_memory(), ElementsAre(0, 1, 2, 3));
  const Topology smaller = open_synthetic("numa:2 core:8 pu:1");
  EXPECT_FALSE(annotate(smaller, profile).empty());
}

TEST(Difference, IsNothingBetweenAProfileAndItself) {
  for (const char* name : {"kunpeng920-6426", "xeon-stream", "epyc-rome-nps4", "kunpeng920"}) {
    const MeasuredProfile profile = published(name);
    const ProfileDifference same = difference(profile, profile, 0);
    EXPECT_TRUE(same.changed.empty());
    EXPECT_TRUE(same.validity.empty());
    EXPECT_TRUE(same.conditions.empty());
    std::size_t compared = 0;
    for (const TableDifference& table : same.tables) {
      EXPECT_EQ(table.only_left + table.only_right, 0u);
      compared += table.compared;
    }
    EXPECT_GT(compared, 20u);
  }
}

TEST(Difference, SeesWhatChangedBeyondTheNoise) {
  MeasuredProfile left, right;
  const auto add = [](MeasuredProfile& profile, int pu, Figure figure) {
    profile.memory_latency.push_back({pu, 0, 1 << 28, 2, 0, std::move(figure)});
  };
  add(left, 0, figure_of({100, 101, 102}));
  add(right, 0, figure_of({120, 121, 122}));  // changed
  add(left, 1, figure_of({100, 101, 140}));
  add(right, 1, figure_of({100, 130, 140}));  // within its noise
  add(left, 2, figure_of({100, 101, 102}));
  add(right, 2, figure_of({103, 104, 105}));  // below the threshold
  add(left, 3, figure_of({100}));
  add(right, 3, not_measured("core went offline"));
  add(left, 4, figure_of({100}));
  add(right, 5, figure_of({100}));
  right.conditions.numa_balancing = 1;
  const ProfileDifference found = difference(left, right, 0.05);
  ASSERT_EQ(found.changed.size(), 1u);
  EXPECT_THAT(found.changed[0].cell, HasSubstr("pu 0, node 0"));
  EXPECT_NEAR(found.changed[0].ratio(), 121.0 / 101, 1e-12);
  EXPECT_THAT(found.validity, ::testing::ElementsAre(HasSubstr("core went offline")));
  EXPECT_THAT(found.conditions, Contains(HasSubstr("numa_balancing: not said | 1")));
  ASSERT_EQ(found.tables.size(), 1u);
  EXPECT_EQ(found.tables[0].compared, 3u);
  EXPECT_EQ(found.tables[0].changed, 1u);
  EXPECT_EQ(found.tables[0].moved, 2u) << "one of them within its noise";
  ASSERT_EQ(found.moved.size(), 2u);
  EXPECT_THAT(found.moved[0].cell, HasSubstr("pu 1")) << "the largest first";
  EXPECT_FALSE(found.moved[0].beyond_noise);
  EXPECT_EQ(count(found).compared, 3u);
  EXPECT_EQ(count(found).moved, 2u);
  EXPECT_EQ(count(found).changed, 1u);
  EXPECT_EQ(found.tables[0].only_left, 1u);
  EXPECT_EQ(found.tables[0].only_right, 1u);
}

}  // namespace
}  // namespace numapack
