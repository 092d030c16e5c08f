// SPDX-License-Identifier: BSD-3-Clause
#include "profile/profile.hpp"

#include <gtest/gtest.h>

namespace numapack {
namespace {

TEST(EstimateProfile, ScalesFirmwareDistances) {
  Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml");
  ASSERT_TRUE(machine.distances_known);
  const Profile profile = estimate_profile(machine);
  for (int from = 0; from < 4; ++from) {
    for (int home = 0; home < 4; ++home) {
      const double distance = machine.distances[std::size_t(from)][std::size_t(home)];
      EXPECT_DOUBLE_EQ(profile.latency(from, home), 9 * distance);
      EXPECT_DOUBLE_EQ(profile.bandwidth(from, home), 100 * 10 / distance);
    }
  }
  EXPECT_NE(profile.source.find("distances"), std::string::npos);
}

TEST(EstimateProfile, TakesThePapersLatenciesWhereFirmwareIsSilent) {
  Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/kunpeng920.xml");
  machine.distances_known = false;
  const Profile profile = estimate_profile(machine);
  EXPECT_EQ(profile.latency(0, 0), 90);
  EXPECT_EQ(profile.latency(0, 1), 156);
  EXPECT_EQ(profile.latency(0, 2), 241);
  EXPECT_LT(profile.bandwidth(0, 2), profile.bandwidth(0, 1));
  EXPECT_LT(profile.bandwidth(0, 1), profile.bandwidth(0, 0));
}

TEST(EstimateProfile, EveryFigureIsPositiveEvenForNodesWithoutCores) {
  const Machine machine = load_machine(std::string(NUMAPACK_MACHINES) + "/node-without-cpus.xml");
  const Profile profile = estimate_profile(machine);
  EXPECT_GT(profile.core_gflops, 0);
  for (int from = 0; from < int(machine.nodes.size()); ++from) {
    for (int home = 0; home < int(machine.nodes.size()); ++home) {
      EXPECT_GT(profile.latency(from, home), 0);
      EXPECT_GT(profile.bandwidth(from, home), 0);
    }
  }
}

}  // namespace
}  // namespace numapack
