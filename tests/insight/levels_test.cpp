// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "base/error.hpp"
#include "insight/groups_of_cpus.hpp"
#include "insight/knights_mill.hpp"
#include "insight/position/structure.hpp"

namespace numapack {
namespace {

using testing::cpus_of;
using ::testing::ElementsAre;
using testing::from_to;
using testing::joined;
using testing::public_table;
using testing::table_of;
using ::testing::UnorderedElementsAre;

TEST(LatencyGroups, PublicTablesShowSocketsDiesAndCacheGroups) {
  const LatencyGroup xeon = find_structure(public_table("xeon-e5-2690-2s"));
  EXPECT_THAT(cpus_of(xeon.parts), UnorderedElementsAre(joined(from_to(0, 8), from_to(16, 24)),
                                                        joined(from_to(8, 16), from_to(24, 32))));
  const LatencyGroup kunpeng = find_structure(public_table("kunpeng920-6426"));
  EXPECT_THAT(cpus_of(kunpeng.parts), ElementsAre(from_to(0, 32), from_to(32, 64)));
  std::vector<std::vector<int>> clusters;
  for (int cpu = 0; cpu < 64; cpu += 4) clusters.push_back(from_to(cpu, cpu + 4));
  EXPECT_EQ(cpus_of(undivided(kunpeng)), clusters);
  const LatencyGroup ryzen = find_structure(public_table("ryzen-5950x"));
  EXPECT_THAT(cpus_of(ryzen.parts), UnorderedElementsAre(joined(from_to(0, 8), from_to(16, 24)),
                                                         joined(from_to(8, 16), from_to(24, 32))));
  for (const LatencyGroup& thread_pair : undivided(ryzen))
    EXPECT_THAT(thread_pair.cpus, ElementsAre(thread_pair.cpus.front(), thread_pair.cpus.front() + 16));
}

TEST(LatencyGroups, AreNamedAboveFinerOnesThatStandOutMore) {
  const LatencyGroup threadripper = find_structure(public_table("threadripper-1950x"));
  ASSERT_EQ(threadripper.parts.size(), 2U);  // dies, of two core complexes each
  EXPECT_THAT(cpus_of(threadripper.parts[0].parts),
              ElementsAre(joined(from_to(0, 4), from_to(16, 20)), joined(from_to(4, 8), from_to(20, 24))));
  EXPECT_THAT(cpus_of(threadripper.parts[1].parts),
              ElementsAre(joined(from_to(8, 12), from_to(24, 28)), joined(from_to(12, 16), from_to(28, 32))));
  const LatencyGroup xeon = find_structure(public_table("xeon-x5650-2s"));
  EXPECT_THAT(cpus_of(xeon.parts),
              ElementsAre(joined(from_to(0, 6), from_to(12, 18)), joined(from_to(6, 12), from_to(18, 24))));
  EXPECT_EQ(undivided(xeon).size(), 12U);
  for (const auto& [name, size] : {std::pair("epyc-7742-2s", 4), {"epyc-7r13", 8}}) {
    const LatencyGroup epyc = find_structure(public_table(name));
    const int socket = int(epyc.cpus.size()) / 2;
    ASSERT_THAT(cpus_of(epyc.parts), ElementsAre(from_to(0, socket), from_to(socket, 2 * socket))) << name;
    std::vector<std::vector<int>> complexes;
    for (const LatencyGroup& part : epyc.parts)
      for (const std::vector<int>& cpus : cpus_of(part.parts)) complexes.push_back(cpus);
    std::vector<std::vector<int>> expected;
    for (int cpu = 0; cpu < 2 * socket; cpu += size) expected.push_back(from_to(cpu, cpu + size));
    EXPECT_EQ(complexes, expected) << name;
  }
}

/// Tiles of two cores, each of which shares an L2: more groups than any machine has dies.
TEST(LatencyGroups, OfManyPairsAreFound) {
  const std::vector<LatencyGroup> tiles = undivided(find_structure(public_table("xeon-phi-7210")));
  EXPECT_EQ(tiles.size(), 32U);
  for (const LatencyGroup& tile : tiles)
    EXPECT_THAT(tile.cpus, ElementsAre(tile.cpus.front(), tile.cpus.front() + 1));
  std::mt19937_64 random(53);
  std::normal_distribution<double> noise(0, 1);
  for (const int cores : {32, 64, 128}) {
    LatencyTable pairs = table_of(cores, cores);
    pairs.between_cores = true;
    for (int one = 0; one < cores; ++one)
      for (int other = 0; other < one; ++other)
        pairs.ns[std::size_t(one)][std::size_t(other)] = pairs.ns[std::size_t(other)][std::size_t(one)] =
            (one / 2 == other / 2 ? 20 : 60) + noise(random);
    EXPECT_EQ(undivided(find_structure(pairs)).size(), std::size_t(cores / 2)) << cores;
  }
}

TEST(LatencyGroups, OfFurtherPublicTablesAreAsTheirMakersSay) {
  const auto sizes = [](const std::vector<LatencyGroup>& groups) {
    std::vector<std::size_t> cpus;
    for (const LatencyGroup& group : groups) cpus.push_back(group.cpus.size());
    return cpus;
  };
  // Two core complexes of 4 cores, and of 6; two threads a core.
  EXPECT_THAT(sizes(find_structure(public_table("ryzen-2700x")).parts), ElementsAre(8, 8));
  EXPECT_THAT(sizes(find_structure(public_table("ryzen-5900x")).parts), ElementsAre(12, 12));
  // Two efficient cores, two clusters of three.
  EXPECT_THAT(sizes(find_structure(public_table("m1-pro")).parts), ElementsAre(2, 3, 3));
  EXPECT_THAT(cpus_of(find_structure(public_table("xeon-6242-2s")).parts),
              ElementsAre(joined(from_to(0, 16), from_to(32, 48)), joined(from_to(16, 32), from_to(48, 64))));
  // Eight core complexes of 3 cores, two on each of four dies.
  std::vector<std::size_t> complexes;
  for (const LatencyGroup& half : find_structure(public_table("threadripper-3960x")).parts)
    for (const LatencyGroup& die : half.parts)
      for (const LatencyGroup& complex : die.parts) complexes.push_back(complex.cpus.size());
  EXPECT_EQ(complexes, std::vector<std::size_t>(8, 6));
}

/// Nodes of eight CPUs, each with a memory; `far`: latency from one node to another's.
LatencyTable table_of_nodes(int nodes, const std::function<double(int, int)>& far, double noise_ns,
                            std::mt19937_64& random) {
  std::normal_distribution<double> noise(0, noise_ns);
  LatencyTable table = table_of(8 * nodes, nodes);
  for (int cpu = 0; cpu < 8 * nodes; ++cpu)
    for (int node = 0; node < nodes; ++node)
      table.ns[std::size_t(cpu)][std::size_t(node)] = far(cpu / 8, node) + noise(random);
  return table;
}

TEST(LatencyGroups, OfNodesStandInTheirPackages) {
  std::mt19937_64 random(3);
  const double ns[] = {90, 150, 240, 290};
  const LatencyGroup found = find_structure(table_of_nodes(
      4, [&](int from, int to) { return ns[from ^ to]; }, 2, random));
  ASSERT_THAT(cpus_of(found.parts), ElementsAre(from_to(0, 16), from_to(16, 32)));
  EXPECT_THAT(cpus_of(found.parts[0].parts), ElementsAre(from_to(0, 8), from_to(8, 16)));
  EXPECT_THAT(cpus_of(found.parts[1].parts), ElementsAre(from_to(16, 24), from_to(24, 32)));
  const std::vector<double>& own = found.parts[1].parts[0].to_memories_ns;
  ASSERT_EQ(own.size(), 4U);
  for (int node = 0; node < 4; ++node) EXPECT_NEAR(own[std::size_t(node)], ns[2 ^ node], 3);
  EXPECT_EQ(latencies_text({{0}, 0, 0, 0, {90, 150.04}, LatencyStructure::none, 0, 1, 1, "", {}}),
            "90 150 ns");
}

TEST(LatencyGroups, AsFarFromEachOtherHaveNoneAbove) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0, 2);
  int nested = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const int groups = 3 + trial % 6;
    LatencyTable memory = table_of_nodes(
        groups, [](int from, int to) { return from == to ? 90 : 150; }, 2, random);
    LatencyTable cores = table_of(8 * groups, 8 * groups);
    cores.between_cores = true;
    for (std::size_t one = 0; one < cores.cpus.size(); ++one)
      for (std::size_t other = 0; other < one; ++other)
        cores.ns[one][other] = cores.ns[other][one] = (one / 8 == other / 8 ? 25 : 100) + noise(random);
    for (const LatencyTable& table : {memory, cores})
      if (find_structure(table).parts.size() != std::size_t(groups)) ++nested;
  }
  EXPECT_LE(nested, 6);
}

TEST(LatencyTables, RefuseWhatIsNoMatrix) {
  for (const char* text : {"", "1,2\n", "1,2\n3\n", "a,1\n1,2\n", "1,-2\n3,4\n", "1,inf\n3,4\n",
                           "1,nan\n3,4\n", "1,1e308\n3,4\n"})
    EXPECT_THROW(parse_pair_table(text, "text"), Error) << text;
  const LatencyTable table = parse_pair_table(",,\r\n5,,\r\n7, 8 ,\r\n", "text");
  EXPECT_THAT(table.ns[0][2], 7);
  EXPECT_THAT(table.ns[1][2], 8);
}

TEST(LatencyTables, NameWhatTheyHold) {
  const auto refusal = [](const char* text, const PairFigures& figures) -> std::string {
    try {
      parse_pair_table(text, "text", figures);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("0,a\n1,0\n", pair_latencies),
            "text: \"a\" is no latency; give ns, 0 to 1e+09, or nothing");
  EXPECT_EQ(refusal("0,a\n1,0\n", pair_traffic),
            "text: \"a\" is no amount; give what is sent, 0 to 1e+18, or nothing");
  EXPECT_EQ(refusal("0,inf\n1,0\n", pair_traffic),
            "text: \"inf\" is no amount; give what is sent, 0 to 1e+18, or nothing");
}

}  // namespace
}  // namespace numapack
