// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/examine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "healthy.hpp"
#include "insight/planted.hpp"

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

/// A fault that files can have, and the finding that it must give.
struct PlantedFault {
  std::string id;
  Severity severity;
  std::string is, mend;  ///< parts of them
  std::function<void(const HealthyRoot&)> plant;
};

const Severity matters = Severity::matters, worth_knowing = Severity::worth_knowing;

std::vector<PlantedFault> planted_faults() {
  using Root = const HealthyRoot&;
  const auto put = [](std::string file, std::string text) {
    return [file, text](Root root) { root.write(file, text); };
  };
  const std::string cpu = "sys/devices/system/cpu/", huge = "sys/kernel/mm/transparent_hugepage/";
  return {
      {"numa-balancing", matters, "kernel.numa_balancing is 1", "sysctl -w kernel.numa_balancing=0",
       put("proc/sys/kernel/numa_balancing", "1\n")},
      {"numa-balancing", worth_knowing, "fast and slow", "=0", put("proc/sys/kernel/numa_balancing", "2\n")},
      {"numa-balancing", matters, "is 3", "=0", put("proc/sys/kernel/numa_balancing", "3\n")},
      {"zone-reclaim", worth_knowing, "vm.zone_reclaim_mode is 1", "vm.zone_reclaim_mode=0",
       put("proc/sys/vm/zone_reclaim_mode", "1\n")},
      {"node-without-memory", matters, "node 1 has no memory, but CPUs 4-7", "dmidecode",
       [](Root root) { root.memory(1, 0); }},
      {"uneven-memory", worth_knowing, "node 1 has 48 GiB of memory, node 0 has 64 GiB", "dmidecode",
       [](Root root) { root.memory(1, 50331648); }},
      {"uneven-memory", matters, "node 1 has 16 GiB", "dmidecode",
       [](Root root) { root.memory(1, 16777216); }},
      {"full-node", worth_knowing, "node 0 has less than 5 %", "numastat",
       [](Root root) { root.memory(0, 67108864, 4); }},
      {"idle-huge-pages", worth_knowing, "8 GiB in pools of huge pages that nobody uses, on node 1",
       "nr_hugepages=0",
       [](Root root) {
         root.node_file(1, "hugepages/hugepages-1048576kB/nr_hugepages", "9\n");
         root.node_file(1, "hugepages/hugepages-1048576kB/free_hugepages", "8\n");
       }},
      {"huge-pages", matters, "never", "echo madvise >", put(huge + "enabled", "always madvise [never]\n")},
      {"huge-pages-defrag", worth_knowing, "never", "/defrag",
       put(huge + "defrag", "always defer defer+madvise madvise [never]\n")},
      {"governor", matters, "governor is powersave", "cpupower frequency-set -g performance",
       [](Root root) { root.each_cpu("cpufreq/scaling_governor", "powersave\n"); }},
      {"governor", worth_knowing, "governor is powersave", "performance",
       [](Root root) {
         root.each_cpu("cpufreq/scaling_governor", "powersave\n");
         root.each_cpu("cpufreq/scaling_driver", "intel_pstate\n");
       }},
      {"governor", worth_knowing, "governor is schedutil", "performance",
       [](Root root) { root.each_cpu("cpufreq/scaling_governor", "schedutil\n"); }},
      {"governor", matters, "performance on CPUs 0-5,7, schedutil on CPUs 6", "performance",
       put(cpu + "cpu6/cpufreq/scaling_governor", "schedutil\n")},
      {"clock-cap", matters, "CPUs 0-7 are held to 2.00 GHz of 3.00 GHz", "-u 3000000kHz",
       [](Root root) {
         root.each_cpu("cpufreq/scaling_max_freq", "2000000\n");
         root.each_cpu("cpufreq/scaling_cur_freq", "2000000\n");
       }},
      {"unlike-cores", worth_knowing, "1.80 GHz to 3.00 GHz", "numactl -C",
       [](Root root) {
         root.cpus("cpu7/cpufreq/cpuinfo_max_freq", "1800000\n");
         root.cpus("cpu7/cpufreq/scaling_max_freq", "1800000\n");
       }},
      {"clocks-differ", worth_knowing, "1.50 GHz to 3.00 GHz", "turbostat",
       put(cpu + "cpu2/cpufreq/scaling_cur_freq", "1500000\n")},
      {"too-hot", worth_knowing, "CPUs 3 were slowed down", "fans",
       put(cpu + "cpu3/thermal_throttle/core_throttle_count", "12\n")},
      {"boost", worth_knowing, "boost is off", "boost", put(cpu + "cpufreq/boost", "0\n")},
      {"offline-cpus", matters, "CPUs 7 are switched off, 1 of 8", "chcpu -e 7",
       [](Root root) {
         root.cpus("online", "0-6\n");
         root.cpus("offline", "7\n");
       }},
      {"isolated-cpus", worth_knowing, "CPUs 2-3 are isolated", "isolcpus", put(cpu + "isolated", "2-3\n")},
      {"cpu-quota", matters, "a quota of 2 CPUs' time for 8 CPUs", "echo max > /sys/fs/cgroup/job/cpu.max",
       put("sys/fs/cgroup/job/cpu.max", "200000 100000\n")},
      {"cores-without-memory", matters, "CPUs 4-7 may be used, the memory of their node 1 may not",
       "cpuset.mems", put("proc/self/status", "Cpus_allowed_list:\t0-7\nMems_allowed_list:\t0\n")},
      {"affinity", worth_knowing, "4 of 8 CPUs (0-3)", "taskset",
       put("proc/self/status", "Cpus_allowed_list:\t0-3\nMems_allowed_list:\t0-1\n")},
      {"memory-limit", matters, "1 GiB of the 128 GiB", "echo max > /sys/fs/cgroup/job/memory.max",
       put("sys/fs/cgroup/job/memory.max", "1073741824\n")},
      {"memory-limit", worth_knowing, "96 GiB of the 128 GiB", "memory.max",
       put("sys/fs/cgroup/job/memory.max", "103079215104\n")},
      {"swap", matters, "4 GiB of 8 GiB of swap in use, vm.swappiness is 60", "swapoff -a && swapon -a",
       put("proc/meminfo",
           "MemTotal: 134217728 kB\nMemAvailable: 120000000 kB\nSwapTotal: 8388608 kB\nSwapFree: 4194304 "
           "kB\n")},
      {"swap", matters, "in use", "free memory first",
       put("proc/meminfo",
           "MemTotal: 134217728 kB\nMemAvailable: 1000 kB\nSwapTotal: 8388608 kB\nSwapFree: 4194304 kB\n")},
      {"swap", worth_knowing, "1 MiB of 8 GiB", "swapoff",
       put("proc/meminfo",
           "MemTotal: 134217728 kB\nMemAvailable: 120000000 kB\nSwapTotal: 8388608 kB\nSwapFree: 8387584 "
           "kB\n")},
      {"old-kernel", matters, "Linux 6.1.0 has no weighted interleaving, and node 2 is memory without CPUs",
       "6.9",
       [](Root root) {
         root.write("proc/sys/kernel/osrelease", "6.1.0\n");
         root.remove("sys/kernel/mm/mempolicy");
         root.memory(2, 67108864);
         root.node_file(2, "cpulist", "\n");
         root.write("proc/self/status", "Cpus_allowed_list:\t0-7\nMems_allowed_list:\t0-2\n");
       }},
      {"hypervisor", worth_knowing, "Maker Server 9", "on the host",
       put("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\n")},
      {"hidden-nodes", matters, "2 packages, but one NUMA node: memory is interleaved by the firmware",
       "Node Interleaving",
       [](Root root) {
         root.remove("sys/devices/system/node/node1");
         root.node_file(0, "cpulist", "0-7\n");
         root.write("proc/self/status", "Cpus_allowed_list:\t0-7\nMems_allowed_list:\t0\n");
       }},
      {"hidden-nodes", matters, "numa=off", "take numa=off out",
       [](Root root) {
         root.remove("sys/devices/system/node/node1");
         root.node_file(0, "cpulist", "0-7\n");
         root.write("proc/cmdline", "ro numa=off\n");
       }},
  };
}

TEST(Examine, FindsEachPlantedFaultAndNoOther) {
  for (const PlantedFault& fault : planted_faults()) {
    const HealthyRoot root;
    fault.plant(root);
    const Examination found = examine(root.facts());
    SCOPED_TRACE(fault.id + ", " + fault.is);
    EXPECT_THAT(faults(found), ElementsAre(fault.id));
    const Finding* const finding = find(found, fault.id);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->severity, fault.severity);
    EXPECT_THAT(finding->is, HasSubstr(fault.is));
    EXPECT_THAT(finding->mend, HasSubstr(fault.mend));
    EXPECT_NE(finding->source, "");
    // A cost is a figure of that source, or said to be none.
    if (finding->slowdown) {
      EXPECT_GE(finding->slowdown->least, 1);
      EXPECT_GT(finding->slowdown->most, 1);
    } else {
      EXPECT_THAT(finding->cost, ::testing::ContainsRegex("^(not known: |no time[:;] |that memory, )"));
    }
  }
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
