// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/examine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "healthy.hpp"
#include "insight/planted.hpp"

// What a profile tells about a machine.
namespace numapack {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using testing::find;
using ::testing::HasSubstr;
using testing::HealthyRoot;
using ::testing::IsEmpty;

MeasuredProfile flat_profile() {
  testing::PlantedMachine machine({}, 7);
  MeasuredProfile profile = machine.profile();
  for (MemoryLatency& cell : profile.memory_latency) cell.latency_ns = figure_of({100, 101, 99});
  return profile;
}

TEST(Examine, ProfileWhoseNodesAnswerAlike) {
  const HealthyRoot root;
  const MeasuredProfile flat = flat_profile();
  const Examination found = examine(root.facts(), &flat);
  ASSERT_NE(find(found, "equal-latencies"), nullptr);
  EXPECT_EQ(find(found, "equal-latencies")->severity, Severity::matters);
  EXPECT_THAT(find(found, "equal-latencies")->is, HasSubstr("interleaved below the nodes"));
  root.write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\n");
  EXPECT_EQ(find(examine(root.facts(), &flat), "equal-latencies")->severity, Severity::worth_knowing);
  MeasuredProfile alike = flat;
  for (auto& row : alike.machine.distances) std::fill(row.begin(), row.end(), 10);
  EXPECT_EQ(find(examine(root.facts(), &alike), "equal-latencies")->severity, Severity::fine);
}

/// With what plans rest on besides.
MeasuredProfile complete(MeasuredProfile profile) {
  profile.peaks.push_back({"double", "avx2", 1, figure_of({57, 58})});
  for (const ProfiledNode& from : profile.machine.nodes) {
    for (const ProfiledNode& home : profile.machine.nodes)
      profile.node_bandwidth.push_back(
          {from.os_index, home.os_index, "read", false, 1, 0, figure_of({20, 21})});
  }
  return profile;
}

TEST(Examine, HealthyProfileHasNothingAndGivesItsOwnCosts) {
  const HealthyRoot root;
  testing::PlantedMachine machine({}, 7);
  const MeasuredProfile profile = complete(machine.profile());
  const Examination found = examine(root.facts(), &profile);
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_THAT(found.not_looked_at, IsEmpty());
  root.memory(1, 0);
  const Examination ill = examine(root.facts(), &profile);
  // 150 and 240 ns to the others, 90 at home, and two hundredths of noise.
  EXPECT_NEAR(find(ill, "node-without-memory")->slowdown->least, 150.0 / 90, 0.05);
  EXPECT_NEAR(find(ill, "node-without-memory")->slowdown->most, 240.0 / 90, 0.08);
  EXPECT_EQ(find(ill, "node-without-memory")->source, "this machine's profile");
}

TEST(Examine, AHollowProfile) {
  const HealthyRoot root;
  MeasuredProfile profile = complete(testing::PlantedMachine({}, 7).profile());
  profile.peaks[0].gflops = not_measured("no clean visit");
  profile.peaks[0].gflops.disturbed = 3;
  const Examination found = examine(root.facts(), &profile);
  EXPECT_THAT(faults(found), ElementsAre("hollow-profile"));
  EXPECT_EQ(find(found, "hollow-profile")->severity, Severity::worth_knowing);
  EXPECT_EQ(find(found, "hollow-profile")->is, "the profile is hollow: without rate of a core (disturbed)");
}

TEST(Examine, ProfilesRemarksAndLinks) {
  const HealthyRoot root;
  testing::Planted slow;
  slow.slow_link = Pair{0, 2};
  testing::PlantedMachine machine(slow, 7);
  MeasuredProfile profile = machine.profile();
  profile.remarks = {"no huge pages",
                     "not quiet: a load from L1 varied from 1.20 to 1.70 ns while the cells were measured"};
  const Examination found = examine(root.facts(), &profile);
  EXPECT_THAT(faults(found), ::testing::IsSupersetOf({"drift", "slow-link"}));
  EXPECT_THAT(find(found, "drift")->is, HasSubstr("1.20 to 1.70 ns"));
  EXPECT_EQ(find(found, "drift")->severity, Severity::worth_knowing);
}

}  // namespace
}  // namespace numapack
