// SPDX-License-Identifier: BSD-3-Clause
#include "insight/node_latencies.hpp"

#include <gtest/gtest.h>

#include "planted.hpp"

namespace numapack {
namespace {

TEST(NodeLatencies, LargestBlockUnloadedMedianOverReaders) {
  MeasuredProfile profile;
  profile.machine.nodes = {{0, 0, "DRAM", 1, {0, 1, 2}}, {4, 1, "DRAM", 1, {}}};
  const auto add = [&](int pu, int node, std::uint64_t bytes, double load, Figure figure) {
    profile.memory_latency.push_back({pu, node, bytes, 2, load, std::move(figure)});
  };
  add(0, 0, 1 << 20, 0, figure_of({5}));  // from a cache
  add(0, 0, 1 << 28, 0, figure_of({90}));
  add(1, 0, 1 << 28, 0, figure_of({100}));
  add(2, 0, 1 << 28, 0, figure_of({120}));
  add(0, 0, 1 << 29, 7, figure_of({500}));  // others at work
  add(0, 4, 1 << 28, 0, figure_of({200}));
  add(1, 4, 1 << 28, 0, not_measured("refused"));
  const auto latencies = node_latencies(profile);
  ASSERT_EQ(latencies.size(), 2u);
  EXPECT_EQ(latencies.at({0, 0}), 100);
  EXPECT_EQ(latencies.at({0, 4}), 200);
  EXPECT_TRUE(node_latencies({}).empty());
}

TEST(NodeLatencies, OfAPlantedMachine) {
  testing::PlantedMachine machine({}, 3);
  const auto latencies = node_latencies(machine.profile());
  ASSERT_EQ(latencies.size(), 16u);
  EXPECT_NEAR(latencies.at({0, 0}), 90, 3);
  EXPECT_NEAR(latencies.at({0, 1}), 150, 5);
  EXPECT_NEAR(latencies.at({3, 0}), 240, 8);
}

}  // namespace
}  // namespace numapack
