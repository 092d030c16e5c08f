// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/examine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "healthy.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::faults;
using testing::find;
using ::testing::HasSubstr;
using testing::HealthyRoot;
using ::testing::IsEmpty;

TEST(Examine, AHealthyMachineHasNothing) {
  const HealthyRoot root;
  const Examination found = examine(root.facts());
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_GE(found.count(Severity::fine), 20u);
  // Only what a profile would tell.
  ASSERT_EQ(found.not_looked_at.size(), 1u);
  EXPECT_THAT(found.not_looked_at[0].why, HasSubstr("numapack probe"));
}

TEST(Examine, WhatCannotBeReadIsNoFault) {
  const FakeRoot root;
  const Examination found = examine(read_system_facts(root.path()));
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_THAT(found.findings, IsEmpty());
  EXPECT_GE(found.not_looked_at.size(), 15u);
  for (const NotLookedAt& one : found.not_looked_at) EXPECT_NE(one.why, "") << one.what;
}

TEST(Examine, SettingsThatMakeNoSense) {
  SystemFacts facts = HealthyRoot().facts();
  EXPECT_EQ(find(examine(facts), "settings")->severity, Severity::fine);
  facts.wrong_settings.value = std::vector<WrongSetting>{
      {"NUMAPACK_CPU", "\"x\" is no row", "use one of zen3", WrongSetting::Effect::calls_fail},
      {"NUMAPACK_PROFILE", "\"y\" is no profile", "write one", WrongSetting::Effect::estimates},
      {"NUMAPACK_TRACE", "\"z\" is no number", "use 1 or more", WrongSetting::Effect::none}};
  const Examination found = examine(facts);
  EXPECT_THAT(faults(found), ElementsAre("settings", "settings", "settings"));
  std::vector<std::string> seen;
  for (const Finding& finding : found.findings)
    if (finding.id == "settings") {
      EXPECT_EQ(finding.severity, Severity::matters);
      seen.push_back(finding.is + "; " + finding.mend + "; " + finding.cost);
    }
  EXPECT_THAT(seen,
              ElementsAre(::testing::AllOf(HasSubstr("NUMAPACK_CPU: \"x\" is no row; use one of zen3"),
                                           HasSubstr("unset NUMAPACK_CPU"), HasSubstr("the command fail")),
                          ::testing::AllOf(HasSubstr("write one"), HasSubstr("plans go by estimates")),
                          ::testing::AllOf(HasSubstr("use 1 or more"), HasSubstr("counts as not set"))));
}

TEST(Examine, ACommandWithoutTheCompleteBlas) {
  SystemFacts facts = HealthyRoot().facts();
  EXPECT_EQ(find(examine(facts), "complete-blas")->severity, Severity::fine);
  facts.complete_library.value = "";
  const Examination found = examine(facts);
  EXPECT_THAT(faults(found), ElementsAre("complete-blas"));
  EXPECT_EQ(find(found, "complete-blas")->severity, Severity::worth_knowing);
  EXPECT_THAT(find(found, "complete-blas")->mend, HasSubstr("libopenblas-serial-dev"));
  facts = HealthyRoot().facts();
  facts.complete_library_64.value = "";
  EXPECT_THAT(faults(examine(facts)), ElementsAre("complete-blas"));
  EXPECT_THAT(find(examine(facts), "complete-blas")->is, HasSubstr("libnumapack_ilp64.so.0"));
  EXPECT_THAT(find(examine(facts), "complete-blas")->mend, HasSubstr("liblapack64-dev"));
  facts.complete_library = untold<std::string>("a reason");
  EXPECT_EQ(find(examine(facts), "complete-blas"), nullptr);
}

TEST(Examine, RatiosAreTheMachinesOwn) {
  const HealthyRoot root;
  root.write("sys/fs/cgroup/job/cpu.max", "200000 100000\n");
  root.each_cpu("cpufreq/scaling_governor", "powersave\n");
  root.cpus("online", "0-6\n");
  root.cpus("offline", "7\n");
  const Examination found = examine(root.facts());
  EXPECT_DOUBLE_EQ(find(found, "cpu-quota")->slowdown->most, 4);
  EXPECT_DOUBLE_EQ(find(found, "governor")->slowdown->most, 2.5);
  EXPECT_DOUBLE_EQ(find(found, "offline-cpus")->slowdown->most, 8.0 / 7);
}

TEST(Examine, SeveralFaultsComeMostSevereFirst) {
  const HealthyRoot root;
  root.write("proc/sys/vm/zone_reclaim_mode", "1\n");
  root.write("proc/sys/kernel/numa_balancing", "1\n");
  root.write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  EXPECT_THAT(faults(examine(root.facts())), ElementsAre("numa-balancing", "huge-pages", "zone-reclaim"));
}

TEST(Examine, OneNodeNeedsNoBalancingNorReclaim) {
  const HealthyRoot root;
  root.remove("sys/devices/system/node/node1");
  root.node_file(0, "cpulist", "0-7\n");
  root.each_cpu("topology/physical_package_id", "0\n");
  root.write("proc/sys/kernel/numa_balancing", "1\n");
  root.write("proc/sys/vm/zone_reclaim_mode", "1\n");
  EXPECT_THAT(faults(examine(root.facts())), IsEmpty());
}

TEST(Examine, AGuestsPackagesAreInvented) {
  const HealthyRoot root;
  root.remove("sys/devices/system/node/node1");
  root.write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\n");
  const Examination found = examine(root.facts());
  EXPECT_EQ(find(found, "hidden-nodes")->severity, Severity::worth_knowing);
  EXPECT_EQ(found.count(Severity::matters), 0u);
}

TEST(Examine, OldKernelIsFineWhereNodesAreAlike) {
  const HealthyRoot root;
  root.write("proc/sys/kernel/osrelease", "5.14.0\n");
  root.remove("sys/kernel/mm/mempolicy");
  const Examination found = examine(root.facts());
  EXPECT_THAT(faults(found), IsEmpty());
  EXPECT_THAT(find(found, "old-kernel")->is, HasSubstr("no node needs it"));
  // A copy without that folder proves nothing of a kernel that has it.
  root.write("proc/sys/kernel/osrelease", "6.10.0\n");
  EXPECT_EQ(find(examine(root.facts()), "old-kernel"), nullptr);
}

TEST(Examine, OfflineWithSmtIsMeant) {
  const HealthyRoot root;
  root.cpus("online", "0-3\n");
  root.cpus("offline", "4-7\n");
  root.cpus("smt/control", "off\n");
  root.node_file(1, "cpulist", "\n");
  EXPECT_EQ(find(examine(root.facts()), "offline-cpus")->severity, Severity::fine);
}

TEST(Examine, QuotaAsLargeAsTheMaskIsFine) {
  const HealthyRoot root;
  root.write("sys/fs/cgroup/job/cpu.max", "400000 100000\n");
  root.write("proc/self/status", "Cpus_allowed_list:\t0-3\nMems_allowed_list:\t0-1\n");
  EXPECT_THAT(faults(examine(root.facts())), ElementsAre("affinity"));
}

TEST(Examine, RefusedPlacement) {
  const HealthyRoot root;
  SystemFacts facts = root.facts();
  facts.policies = told(PolicyTrial{"Operation not permitted", "", "Function not implemented"});
  const Examination found = examine(facts);
  EXPECT_THAT(faults(found), ElementsAre("placement-refused"));
  const Finding& finding = *find(found, "placement-refused");
  EXPECT_EQ(finding.severity, Severity::matters);
  EXPECT_THAT(finding.is, AllOf(HasSubstr("mbind (Operation not permitted)"),
                                HasSubstr("move_pages (Function not implemented)")));
  EXPECT_THAT(finding.mend, HasSubstr("--cap-add SYS_NICE"));
}

}  // namespace
}  // namespace numapack
