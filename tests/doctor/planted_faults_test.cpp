// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/examine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "healthy.hpp"

// Each fault that files can have is found, and no other.
namespace numapack {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using testing::find;
using ::testing::HasSubstr;
using testing::HealthyRoot;

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

}  // namespace
}  // namespace numapack
