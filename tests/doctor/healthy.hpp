// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>

#include "doctor/examine.hpp"
#include "machine/fake_root.hpp"

namespace numapack::testing {

/// /proc and /sys of a machine with nothing wrong: two packages, a node each, four CPUs and 64 GiB a node.
class HealthyRoot : public FakeRoot {
 public:
  HealthyRoot() {
    write("proc/sys/kernel/osrelease", "6.12.3-amd64\n");
    write("proc/cmdline",
          "BOOT_IMAGE=/vmlinuz root=/dev/sda1 nosmt password=x transparent_hugepage=madvise\n");
    write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu sse2 avx2\n");
    write("proc/sys/kernel/numa_balancing", "0\n");
    write("proc/sys/kernel/perf_event_paranoid", "2\n");
    write("proc/sys/vm/zone_reclaim_mode", "0\n");
    write("proc/sys/vm/swappiness", "60\n");
    write("proc/meminfo",
          "MemTotal:       134217728 kB\nMemAvailable:   120000000 kB\nSwapTotal:        8388608 kB\n"
          "SwapFree:         8388608 kB\n");
    write("proc/self/status", "Cpus_allowed_list:\t0-7\nMems_allowed_list:\t0-1\n");
    write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    write("proc/self/cgroup", "0::/job\n");
    write("sys/fs/cgroup/job/cpu.max", "max 100000\n");
    write("sys/fs/cgroup/job/memory.max", "max\n");
    write("sys/class/dmi/id/sys_vendor", "Maker\n");
    write("sys/class/dmi/id/product_name", "Server 9\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("sys/kernel/mm/transparent_hugepage/defrag", "always defer defer+madvise [madvise] never\n");
    write("sys/kernel/mm/transparent_hugepage/shmem_enabled",
          "always within_size advise [never] deny force\n");
    write("sys/kernel/mm/mempolicy/weighted_interleave/node0", "1\n");
    for (const char* list : {"online", "present", "possible"}) cpus(list, "0-7\n");
    cpus("offline", "\n");
    cpus("isolated", "\n");
    cpus("smt/control", "notsupported\n");
    cpus("cpufreq/boost", "1\n");
    for (int node : {0, 1}) memory(node, 67108864);
    for (int cpu = 0; cpu < 8; ++cpu) {
      const std::string number = "cpu" + std::to_string(cpu);
      cpus(number + "/topology/physical_package_id", cpu < 4 ? "0\n" : "1\n");
      cpus(number + "/cpufreq/scaling_governor", "performance\n");
      cpus(number + "/cpufreq/scaling_driver", "acpi-cpufreq\n");
      cpus(number + "/cpufreq/scaling_cur_freq", "3000000\n");
      cpus(number + "/cpufreq/scaling_min_freq", "1200000\n");
      cpus(number + "/cpufreq/scaling_max_freq", "3000000\n");
      cpus(number + "/cpufreq/cpuinfo_max_freq", "3000000\n");
      cpus(number + "/thermal_throttle/core_throttle_count", "0\n");
    }
    node_file(0, "cpulist", "0-3\n");
    node_file(1, "cpulist", "4-7\n");
    node_file(0, "distance", "10 21\n");
    node_file(1, "distance", "21 10\n");
  }

  void cpus(const std::string& file, const std::string& text) const {
    write("sys/devices/system/cpu/" + file, text);
  }
  void node_file(int node, const std::string& file, const std::string& text) const {
    write("sys/devices/system/node/node" + std::to_string(node) + "/" + file, text);
  }
  void memory(int node, std::uint64_t kilobytes, int free_percent = 90) const {
    const std::string start = "Node " + std::to_string(node) + " ";
    node_file(node, "meminfo",
              start + "MemTotal:  " + std::to_string(kilobytes) + " kB\n" + start + "MemFree:  " +
                  std::to_string(kilobytes * static_cast<std::uint64_t>(free_percent) / 100) + " kB\n");
  }
  void each_cpu(const std::string& file, const std::string& text) const {
    for (int cpu = 0; cpu < 8; ++cpu) cpus("cpu" + std::to_string(cpu) + "/" + file, text);
  }
  void remove(const std::string& what) const { std::filesystem::remove_all(path() / what); }

  /// What was read, as if memory policies were permitted, as they are on a healthy machine.
  SystemFacts facts() const {
    SystemFacts facts = read_system_facts(path());
    facts.policies = told(PolicyTrial{});
    facts.wrong_settings = told(std::vector<WrongSetting>{});
    facts.complete_library = told(std::string("/usr/lib/libnumapack_lp64.so.0"));
    facts.complete_library_64 = told(std::string("/usr/lib/libnumapack_ilp64.so.0"));
    return facts;
  }
};

inline const Finding* find(const Examination& found, const std::string& id) {
  const auto at = std::find_if(found.findings.begin(), found.findings.end(),
                               [&](const Finding& one) { return one.id == id; });
  return at == found.findings.end() ? nullptr : &*at;
}

/// The ids of all that is not fine, in their order.
inline std::vector<std::string> faults(const Examination& found) {
  std::vector<std::string> ids;
  for (const Finding& one : found.findings)
    if (one.severity != Severity::fine) ids.push_back(one.id);
  return ids;
}

}  // namespace numapack::testing
