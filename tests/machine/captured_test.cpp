// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "machine/machine.hpp"

namespace numapack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Machine captured(const std::string& file) {
  return load_machine(std::string(NUMAPACK_MACHINES) + "/" + file);
}

std::vector<int> cores_per_node(const Machine& machine) {
  std::vector<int> counts;
  for (const Node& node : machine.nodes) counts.push_back(static_cast<int>(node.cores.size()));
  return counts;
}

template <class Member>
auto of_nodes(const Machine& machine, Member member) {
  std::vector<std::remove_cvref_t<decltype(machine.nodes.front().*member)>> values;
  for (const Node& node : machine.nodes) values.push_back(node.*member);
  return values;
}

std::vector<int> range(int from, int to) {
  std::vector<int> list(static_cast<std::size_t>(to - from));
  std::iota(list.begin(), list.end(), from);
  return list;
}

/// Facts that hold on every machine, whatever its shape.
void expect_consistent(const Machine& machine) {
  const int nodes = static_cast<int>(machine.nodes.size());
  std::vector<int> seen(machine.cores.size(), 0);
  for (int node = 0; node < nodes; ++node) {
    for (const int core : machine.nodes[static_cast<std::size_t>(node)].cores) {
      ++seen.at(static_cast<std::size_t>(core));
      EXPECT_EQ(machine.cores[static_cast<std::size_t>(core)].node, node);
    }
    const int home = machine.home_for(node);
    ASSERT_GE(home, 0);
    EXPECT_TRUE(machine.nodes[static_cast<std::size_t>(home)].usable_memory);
    for (int other = 0; other < nodes; ++other) {
      EXPECT_EQ(machine.reach(node, other), machine.reach(other, node));
      EXPECT_GE(machine.distances[static_cast<std::size_t>(node)][static_cast<std::size_t>(other)],
                machine.distances[static_cast<std::size_t>(node)][static_cast<std::size_t>(node)]);
    }
  }
  EXPECT_THAT(seen, ::testing::Each(1));
  for (std::size_t at = 0; at < machine.cores.size(); ++at) {
    const Core& core = machine.cores[at];
    EXPECT_FALSE(core.pus.empty());
    EXPECT_TRUE(core.die >= 0 && core.die < machine.dies);
    EXPECT_TRUE(core.package >= 0 && core.package < static_cast<int>(machine.packages.size()));
    EXPECT_TRUE(
        std::includes(core.pus.begin(), core.pus.end(), core.usable_pus.begin(), core.usable_pus.end()));
    for (const int pu : core.pus) EXPECT_EQ(machine.core_of_pu(pu), static_cast<int>(at));
  }
}

class EveryMachine : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryMachine, IsConsistent) { expect_consistent(captured(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Captured, EveryMachine,
                         ::testing::Values("desktop.xml", "xeon-2s.xml", "epyc-nps4.xml", "kunpeng920.xml",
                                           "knm-snc4.xml", "node-without-cpus.xml", "node-without-memory.xml",
                                           "sparse-numbering.xml", "offline-cpus.xml",
                                           "half-node-cpuset.xml"),
                         [](const auto& file) {
                           std::string name(file.param);
                           name.resize(name.size() - 4);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Captured, Desktop) {
  const Machine machine = captured("desktop.xml");
  EXPECT_FALSE(machine.is_this_machine);
  EXPECT_EQ(machine.architecture, "x86_64");
  EXPECT_EQ(machine.packages.size(), 1u);
  EXPECT_EQ(machine.packages[0].model, "Desktop processor, 8 cores");
  EXPECT_EQ(machine.dies, 1);
  EXPECT_THAT(cores_per_node(machine), ElementsAre(8));
  EXPECT_THAT(machine.cores[3].pus, ElementsAre(3, 11));
  EXPECT_FALSE(machine.distances_known);
  EXPECT_THAT(machine.distances, ElementsAre(ElementsAre(10)));
  EXPECT_EQ(machine.cache(1, 0)->bytes, 32u << 10);
  EXPECT_EQ(machine.cache(2, 7)->bytes, 256u << 10);
  EXPECT_EQ(machine.cache(3, 5)->bytes, 16u << 20);
  EXPECT_EQ(machine.cache(3, 5)->cores, range(0, 8));
  EXPECT_EQ(machine.cache(3, 5)->ways, 16);
  EXPECT_EQ(machine.cache(4, 0), nullptr);
  EXPECT_EQ(machine.usable_threads(), 8);
  EXPECT_EQ(machine.allowance.online_pus, 16);
}

TEST(Captured, XeonWithTwoSockets) {
  const Machine machine = captured("xeon-2s.xml");
  EXPECT_EQ(machine.packages.size(), 2u);
  EXPECT_EQ(machine.dies, 2);
  EXPECT_THAT(cores_per_node(machine), ElementsAre(20, 20));
  EXPECT_THAT(machine.cores[21].pus, ElementsAre(21, 61));
  EXPECT_EQ(machine.reach(0, 1), Reach::cross_chip);
  EXPECT_TRUE(machine.distances_known);
  EXPECT_THAT(machine.distances, ElementsAre(ElementsAre(10, 21), ElementsAre(21, 10)));
  EXPECT_EQ(machine.cache(2, 0)->ways, 16);
  EXPECT_EQ(machine.cache(3, 20)->cores, range(20, 40));
  EXPECT_THAT(of_nodes(machine, &Node::memory_bytes), ElementsAre(96ull << 30, 96ull << 30));
}

TEST(Captured, EpycInFourNodesASocket) {
  const Machine machine = captured("epyc-nps4.xml");
  EXPECT_EQ(machine.packages.size(), 2u);
  EXPECT_EQ(machine.dies, 8);
  EXPECT_THAT(cores_per_node(machine), ElementsAre(4, 4, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(of_nodes(machine, &Node::package), ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
  EXPECT_THAT(of_nodes(machine, &Node::die), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(machine.reach(0, 3), Reach::cross_die);
  EXPECT_EQ(machine.reach(3, 4), Reach::cross_chip);
  EXPECT_EQ(machine.distances[0][3], 12);
  EXPECT_EQ(machine.distances[7][3], 32);
  // Two last-level caches a node: cores 0 and 1 share one, 2 and 3 the other.
  EXPECT_THAT(machine.cache(3, 0)->cores, ElementsAre(0, 1));
  EXPECT_THAT(machine.cache(3, 2)->cores, ElementsAre(2, 3));
}

TEST(Captured, Kunpeng920) {
  const Machine machine = captured("kunpeng920.xml");
  EXPECT_EQ(machine.architecture, "aarch64");
  EXPECT_EQ(machine.packages.size(), 2u);
  EXPECT_EQ(machine.dies, 4);
  EXPECT_THAT(cores_per_node(machine), ElementsAre(24, 24, 24, 24));
  EXPECT_THAT(of_nodes(machine, &Node::package), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(of_nodes(machine, &Node::die), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(machine.nodes[2].cores, range(48, 72));
  EXPECT_EQ(machine.reach(0, 1), Reach::cross_die);
  EXPECT_EQ(machine.reach(1, 2), Reach::cross_chip);
  EXPECT_THAT(machine.distances, ElementsAre(ElementsAre(10, 12, 20, 22), ElementsAre(12, 10, 22, 24),
                                             ElementsAre(20, 22, 10, 12), ElementsAre(22, 24, 12, 10)));
  EXPECT_EQ(machine.cache(1, 95)->bytes, 64u << 10);
  EXPECT_EQ(machine.cache(2, 95)->bytes, 512u << 10);
  EXPECT_EQ(machine.cache(3, 95)->bytes, 24u << 20);
  EXPECT_EQ(machine.cache(3, 95)->line_bytes, 128u);
  EXPECT_EQ(machine.cache(3, 95)->cores, range(72, 96));
  EXPECT_EQ(machine.usable_threads(), 96);
}

TEST(Captured, KnightsMillWithFastMemoryApart) {
  const Machine machine = captured("knm-snc4.xml");
  EXPECT_EQ(machine.packages.size(), 1u);
  EXPECT_EQ(machine.dies, 4);
  EXPECT_THAT(cores_per_node(machine), ElementsAre(18, 18, 18, 18, 0, 0, 0, 0));
  EXPECT_THAT(of_nodes(machine, &Node::kind),
              ElementsAre("DRAM", "DRAM", "DRAM", "DRAM", "MCDRAM", "MCDRAM", "MCDRAM", "MCDRAM"));
  EXPECT_THAT(of_nodes(machine, &Node::die), ElementsAre(0, 1, 2, 3, 0, 1, 2, 3));
  EXPECT_THAT(of_nodes(machine, &Node::package), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(machine.compute_nodes(), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(machine.cores[0].pus, ElementsAre(0, 72, 144, 216));
  EXPECT_THAT(machine.cache(2, 1)->cores, ElementsAre(0, 1));
  EXPECT_EQ(machine.home_for(3), 3);
  EXPECT_EQ(machine.usable_threads(), 72);
}

TEST(Captured, NodeWithoutProcessors) {
  const Machine machine = captured("node-without-cpus.xml");
  EXPECT_THAT(cores_per_node(machine), ElementsAre(4, 4, 0));
  EXPECT_EQ(machine.nodes[2].kind, "CXL");
  EXPECT_EQ(machine.nodes[2].package, -1);
  EXPECT_EQ(machine.nodes[2].die, -1);
  EXPECT_TRUE(machine.nodes[2].usable_memory);
  EXPECT_THAT(machine.compute_nodes(), ElementsAre(0, 1));
  EXPECT_EQ(machine.reach(0, 2), Reach::cross_chip);
  EXPECT_EQ(machine.distances[1][2], 24);
  // Attached memory is nearer than the other socket's, but it is not ordinary memory.
  Machine full = machine;
  full.nodes[0].usable_memory = false;
  EXPECT_EQ(full.home_for(0), 1);
  full.nodes[1].usable_memory = false;
  EXPECT_EQ(full.home_for(0), 2);
}

TEST(Captured, NodeWithoutMemory) {
  const Machine machine = captured("node-without-memory.xml");
  EXPECT_THAT(cores_per_node(machine), ElementsAre(4, 4, 4, 4));
  EXPECT_EQ(machine.nodes[1].memory_bytes, 0u);
  EXPECT_FALSE(machine.nodes[1].usable_memory);
  EXPECT_THAT(machine.compute_nodes(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(machine.home_for(1), 3);
  EXPECT_EQ(machine.home_for(0), 0);
}

TEST(Captured, HolesInNumbering) {
  const Machine machine = captured("sparse-numbering.xml");
  EXPECT_THAT(of_nodes(machine, &Node::os_index), ElementsAre(0, 3, 8, 33));
  EXPECT_EQ(machine.node_by_os_index(33), 3);
  EXPECT_EQ(machine.node_by_os_index(1), -1);
  EXPECT_EQ(machine.node_by_os_index(-1), -1);
  EXPECT_THAT(machine.cores[4].pus, ElementsAre(16));
  EXPECT_EQ(machine.cores[4].node, 1);
  EXPECT_EQ(machine.core_of_pu(43), 15);
  EXPECT_EQ(machine.core_of_pu(4), -1);
  EXPECT_EQ(machine.distances[0][1], 16);
  EXPECT_EQ(machine.distances[0][2], 22);
}

TEST(Captured, OfflineProcessors) {
  const Machine machine = captured("offline-cpus.xml");
  EXPECT_THAT(machine.allowance.offline_pus, ElementsAre(6, 8, 14));
  EXPECT_EQ(machine.allowance.online_pus, 13);
  EXPECT_THAT(cores_per_node(machine), ElementsAre(4, 3));
  EXPECT_THAT(machine.cores[0].pus, ElementsAre(0));
  EXPECT_THAT(machine.cores[1].pus, ElementsAre(1, 9));
  EXPECT_EQ(machine.core_of_pu(6), -1);
  EXPECT_EQ(machine.usable_threads(), 7);
}

TEST(Captured, CpusetThatLeavesHalfANode) {
  const Machine machine = captured("half-node-cpuset.xml");
  EXPECT_THAT(cores_per_node(machine), ElementsAre(8, 8));
  EXPECT_THAT(machine.compute_nodes(), ElementsAre(1));
  EXPECT_THAT(machine.usable_cores(0), IsEmpty());
  EXPECT_THAT(machine.usable_cores(1), ElementsAre(12, 13, 14, 15));
  EXPECT_FALSE(machine.nodes[0].usable_memory);
  EXPECT_EQ(machine.home_for(0), 1);
  EXPECT_EQ(machine.usable_threads(), 4);
  EXPECT_EQ(machine.allowance.online_pus, 16);
  EXPECT_EQ(machine.allowance.cpuset_pus, 4);
  EXPECT_EQ(machine.allowance.affinity_pus, 4);
}

}  // namespace
}  // namespace numapack
