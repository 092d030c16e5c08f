// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "probe/quantities/latency.hpp"
#include "probe/quantities/stream.hpp"
#include "probe/running/channel_stride.hpp"
#include "probe/running/runner.hpp"
#include "profile/document/fingerprint.hpp"

namespace numapack::probe {
namespace {

using ::testing::ElementsAre;

Machine captured(const std::string& name) {
  return load_machine(std::string(NUMAPACK_MACHINES) + "/" + name);
}

TEST(Select, GroupsOfCoresShareTheLastLevel) {
  EXPECT_EQ(one_core_a_group(captured("epyc-nps4.xml")).size(), [&] {
    std::set<const Cache*> l3;
    const Machine machine = captured("epyc-nps4.xml");
    for (const Cache& cache : machine.caches) {
      if (cache.level == 3) l3.insert(&cache);
    }
    return l3.size();
  }());
  // Without any cache the nodes are the groups.
  const Machine bare = load_machine("pack:2 numa:2 core:4 pu:1");
  EXPECT_EQ(one_core_a_group(bare).size(), 4U);
}

TEST(Select, EveryPairHasTheClassOfItsDistance) {
  const Machine machine = load_machine("pack:2 numa:2 l3:2 core:2 pu:1");
  const PairClasses pair_class(machine);
  EXPECT_EQ(pair_class(0, 0).kind, Neighbourhood::itself);
  EXPECT_EQ(pair_class(0, 1), (PairClass{Neighbourhood::shares_cache, 3}));
  EXPECT_EQ(pair_class(0, 2).kind, Neighbourhood::same_node);
  EXPECT_EQ(pair_class(0, 4).kind, Neighbourhood::same_package);
  EXPECT_EQ(pair_class(0, 8).kind, Neighbourhood::other_package);
  const PairClasses profiled(profiled_machine(machine));
  for (const Pair& pair : all_pairs(usable_cores(machine))) {
    EXPECT_EQ(pair_class(pair.first, pair.second), pair_class(pair.second, pair.first));
    EXPECT_EQ(pair_class(pair.first, pair.second), profiled(pair.first, pair.second));
    EXPECT_EQ(pair_class.text(pair.first, pair.second), profiled.text(pair.first, pair.second));
  }
  EXPECT_EQ(profiled.text(0, 8), "node 2, other package");
  EXPECT_EQ(profiled(0, 99).kind, Neighbourhood::unknown) << "a document may not say where a CPU is";
  EXPECT_EQ(profiled.text(-1, 0), "");
}

TEST(Select, ASampleOfPairsHasEveryClassAndPairOfNodes) {
  const Machine machine = load_machine("pack:2 numa:2 l3:2 core:8 pu:1");
  const std::vector<Pair> all = all_pairs(usable_cores(machine));
  ASSERT_EQ(all.size(), 64U * 63U);
  const std::vector<Pair> sample = sample_pairs(machine, all, 100, 1);
  EXPECT_EQ(sample.size(), 100U);
  EXPECT_EQ(std::set<Pair>(sample.begin(), sample.end()).size(), 100U);
  std::map<std::pair<int, int>, int> nodes;
  std::map<PairClass, int> classes;
  const PairClasses pair_class(machine);
  for (const auto& [reader, owner] : sample) {
    ++nodes[{machine.cores[static_cast<std::size_t>(reader)].node,
             machine.cores[static_cast<std::size_t>(owner)].node}];
    ++classes[pair_class(reader, owner)];
  }
  EXPECT_EQ(nodes.size(), 16U);
  for (const auto& [key, count] : nodes) EXPECT_GE(count, 3);
  for (std::size_t at = 0; at < sample.size(); at += 2)
    EXPECT_EQ(sample[at], Pair(sample[at + 1].second, sample[at + 1].first)) << "both ways of a pair";
  EXPECT_EQ(classes.size(), 4U);
  EXPECT_EQ(sample_pairs(machine, all, 100'000, 1), all) << "all, if there is room for all";
  EXPECT_EQ(sample_pairs(machine, all, 100, 1), sample) << "the same for the same seed";
}

TEST(Select, TheHelperIsAThirdCoreNearTheOwner) {
  const Machine machine = load_machine("pack:2 numa:1 l3:2 core:2 pu:1");
  EXPECT_EQ(helper_for(machine, 0, 4), 5);
  EXPECT_EQ(helper_for(machine, 5, 4), 6) << "the core that shares the owner's cache is the reader";
  EXPECT_EQ(helper_for(machine, 0, 0), 1);
  EXPECT_EQ(helper_for(load_machine("core:2 pu:1"), 0, 1), -1);
}

TEST(Select, SizesOfASweep) {
  EXPECT_THAT(sweep_sizes(1024, 4096, 1, 64), ElementsAre(1024, 2048, 4096));
  EXPECT_THAT(sweep_sizes(1024, 2048, 4, 64), ElementsAre(1024, 1280, 1536, 1792, 2048));
  EXPECT_THAT(sweep_sizes(1024, 1100, 4, 64), ElementsAre(1024, 1280)) << "the end is reached";
  EXPECT_THAT(sweep_sizes(512, 1024, 4, 512), ElementsAre(512, 1024)) << "no size twice";
}

TEST(Cells, LatencyReachesEveryMemoryAlsoWithoutCores) {
  for (const char* file :
       {"knm-snc4.xml", "kunpeng920.xml", "node-without-cpus.xml", "node-without-memory.xml",
        "sparse-numbering.xml", "half-node-cpuset.xml", "offline-cpus.xml", "desktop.xml"}) {
    const Machine machine = captured(file);
    const Latency latency(machine, {});
    const std::vector<Cell> cells = latency.cells(machine);
    EXPECT_EQ(cells.size(), usable_cores(machine).size() * memory_nodes(machine).size()) << file;
    for (const Cell& cell : cells) {
      EXPECT_TRUE(machine.cores[static_cast<std::size_t>(cell.reader)].usable());
      EXPECT_TRUE(machine.nodes[static_cast<std::size_t>(cell.home)].usable_memory);
      EXPECT_GE(cell.bytes, 4 * last_level_bytes(machine));
      EXPECT_GT(cell.seconds, 0);
    }
    EXPECT_GT(expected_seconds(cells, 3), expected_seconds(cells, 1));
  }
}

TEST(Cells, ASweepGoesFromHalfOfL1ToFourTimesTheLastLevel) {
  const Machine machine = captured("kunpeng920.xml");
  const std::vector<std::size_t> sizes = full_sweep(machine);
  EXPECT_EQ(sizes.front(), first_level_bytes(machine) / 2);
  EXPECT_GE(sizes.back(), 4 * last_level_bytes(machine));
  EXPECT_LE(sizes[sizes.size() - 2], 4 * last_level_bytes(machine));
}

TEST(Cells, StreamHasTheRowsOfTheTables) {
  const Machine machine = captured("xeon-2s.xml");
  const int all = static_cast<int>(usable_cores(machine).size());
  StreamOptions options;
  options.threads = {1, all / 2, all};
  const Stream stream(machine, options);
  std::map<int, std::vector<std::string>> rows;
  for (const Cell& cell : stream.cells(machine)) rows[cell.threads].push_back(placement_text(cell, machine));
  const auto of_one_node = ElementsAre("default", "local", "cpubind=0 membind=0", "cpubind=0 membind=1",
                                       "cpubind=1 membind=0", "cpubind=1 membind=1", "interleave=all",
                                       "cpubind=0 interleave=all", "cpubind=1 interleave=all");
  EXPECT_THAT(rows[1], of_one_node);
  EXPECT_THAT(rows[all / 2], of_one_node);
  EXPECT_THAT(rows[all], ElementsAre("default", "local", "interleave=all")) << "no node has so many cores";
}

TEST(Cells, StreamArraysAreFourTimesTheCachesOfTheirCores) {
  const Machine machine = load_machine("pack:2 numa:1 l3:2(size=8388608) core:2 pu:1");
  ASSERT_EQ(last_level_bytes(machine), 8U << 20);
  EXPECT_EQ(stream_elements(machine, {0, 1}), (4U * 8 << 20) / 8);
  EXPECT_EQ(stream_elements(machine, {0, 2}), (4U * 16 << 20) / 8);
  EXPECT_EQ(stream_elements(machine, stream_cores(machine, -1, 0)), (4U * 32 << 20) / 8);
  EXPECT_EQ(stream_elements(load_machine("core:2 pu:1"), {0}), 1U << 20) << "no cache known";
}

TEST(Cells, StreamPartsCoverTheArraysOnce) {
  for (const int threads : {1, 2, 3, 7, 64}) {
    std::size_t covered = 0;
    for (int thread = 0; thread < threads; ++thread) {
      const auto [begin, end] = stream_part(64 * 100, thread, threads);
      EXPECT_EQ(begin, covered);
      EXPECT_EQ(begin % 64, 0U);
      covered = end;
    }
    EXPECT_EQ(covered, 64U * 100U);
  }
}

TEST(Cells, StreamThreadsSitOnTheNodesInTurn) {
  const Machine machine = load_machine("pack:2 numa:1 core:3 pu:1");
  EXPECT_THAT(stream_cores(machine, -1, 4), ElementsAre(0, 3, 1, 4));
  EXPECT_THAT(stream_cores(machine, 1, 2), ElementsAre(3, 4));
  EXPECT_TRUE(stream_cores(machine, 1, 4).empty());
}

TEST(ChannelStride, FindsWhereTheRateFalls) {
  const auto points = [](const std::vector<double>& rates) {
    std::vector<StridePoint> made;
    std::size_t stride = 64;
    for (const double rate : rates) {
      made.push_back({stride, rate});
      stride *= 2;
    }
    return made;
  };
  // Four channels, interleaved every 256 bytes.
  EXPECT_THAT(falling_strides(points({100, 98, 101, 52, 26, 25, 26})), ElementsAre(512, 1024));
  EXPECT_TRUE(falling_strides(points({100, 98, 101, 97, 103, 99})).empty());
  EXPECT_TRUE(falling_strides(points({100, 98, 60, 97, 103, 99})).empty())
      << "one disturbed point is no fall";
  EXPECT_TRUE(falling_strides({}).empty());
}

}  // namespace
}  // namespace numapack::probe
