// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/nearest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "insight/knights_mill.hpp"
#include "insight/position/firmware.hpp"
#include "insight/published.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::knights_mill_quadrant;
using testing::knights_mill_snc4;
using testing::knights_mill_tile;

TEST(NearestMemories, OfFourAreFourQuadrantsAtTheSpreadOfTheDocument) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (const auto& [fastest, slowest] : {std::pair(161.1, 176.6), {137.2, 154.6}}) {
    // Within a tile the poster's figures differ by 0.1 to 0.3 ns.
    const LatencyTable table = knights_mill_snc4(fastest, slowest, 0.15, random);
    // No gaps: latencies grow hop by hop, as the poster says.
    EXPECT_EQ(find_structure(table).structure, LatencyStructure::gradient);
    const NearestMemories found = nearest_memories(table, {});
    ASSERT_EQ(found.groups.size(), 4U);
    EXPECT_LE(found.chance, 0.01);
    EXPECT_GT(found.silhouette, 0.4);
    std::size_t cpus = 0;
    for (const NearestMemory& group : found.groups) {
      cpus += group.cpus.size();
      EXPECT_GT(*std::min_element(group.gaps_ns.begin(), group.gaps_ns.end()), 0.5);
      for (const int cpu : group.cpus)
        EXPECT_EQ(knights_mill_quadrant(knights_mill_tile(cpu)), group.node) << cpu;
    }
    EXPECT_EQ(cpus, 68U);
  }
}

TEST(NearestMemories, OfTwoKindsAreNotCompared) {
  std::mt19937 random(3);
  LatencyTable table = knights_mill_snc4(161.1, 176.6, 0, random);
  ProfiledMachine machine;
  for (int node = 0; node < 4; ++node)
    machine.nodes.push_back({node, 0, node == 3 ? "DRAM" : "MCDRAM", 0, {}});
  for (auto& row : table.ns) row[3] = 100;
  const NearestMemories found = nearest_memories(table, machine);
  EXPECT_THAT(found.nodes, ElementsAre(0, 1, 2));
  EXPECT_EQ(found.groups.size(), 3U);
  table.columns.resize(1);
  for (auto& row : table.ns) row.resize(1);
  EXPECT_TRUE(nearest_memories(table, machine).groups.empty());
}

TEST(NearestMemories, OfShuffledColumnsAreNoise) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  int found = 0;
  for (int trial = 0; trial < 200; ++trial) {
    LatencyTable table = knights_mill_snc4(161.1, 176.6, 0.15, random);
    for (std::size_t column = 0; column < 4; ++column) {
      std::vector<double> cells;
      for (const auto& row : table.ns) cells.push_back(row[column]);
      std::shuffle(cells.begin(), cells.end(), random);
      for (std::size_t row = 0; row < cells.size(); ++row) table.ns[row][column] = cells[row];
    }
    GroupingOptions options;
    options.seed = random();
    found += nearest_memories(table, {}, options).groups.empty() ? 0 : 1;
  }
  EXPECT_LE(found, 10);
}

TEST(LatencyFirmware, NamesNodesThatHoldSeveralGroups) {
  const MeasuredProfile knm = published("knm-snc4");
  const std::vector<std::string> lines = against_firmware(find_structure(memory_table(knm)), {}, knm.machine);
  ASSERT_FALSE(lines.empty());
  EXPECT_THAT(lines.front(), HasSubstr("firmware's node 0 holds "));
  const MeasuredProfile epyc = published("epyc-rome-nps4");
  EXPECT_THAT(against_firmware(find_structure(memory_table(epyc)), {}, epyc.machine), ElementsAre());
}

TEST(LatencyFirmware, NamesCpusWhoseOwnMemoryIsFarther) {
  std::mt19937 random(3);
  const LatencyTable table = knights_mill_snc4(137.2, 154.6, 0, random);
  ProfiledMachine machine;
  for (int node = 0; node < 4; ++node) machine.nodes.push_back({node, 0, "DRAM", 0, {}});
  for (int cpu = 0; cpu < 68; ++cpu) {
    const int node = knights_mill_quadrant(knights_mill_tile(cpu));
    machine.nodes[std::size_t(cpu < 2 ? 3 : node)].pus.push_back(cpu);
  }
  EXPECT_THAT(against_firmware({}, nearest_memories(table, machine), machine),
              ElementsAre("firmware puts CPUs 0-1 into node 3; node 0's memory is nearer to them"));
}

}  // namespace
}  // namespace numapack
