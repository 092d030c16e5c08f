// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/facts.hpp"

#include <algorithm>
#include <sstream>

#include "doctor/read_file.hpp"
#include "doctor/read_parts.hpp"
#include "machine/kernel_settings.hpp"

namespace numapack {

namespace fs = std::filesystem;

namespace {

Fact<std::uint64_t> meminfo_fact(const fs::path& root, const std::string& key) {
  const auto bytes = read_meminfo(key, root);
  return bytes ? told(*bytes) : untold<std::uint64_t>("/proc/meminfo has no " + key);
}

Fact<SystemSwap> swap_fact(const fs::path& root) {
  const Fact<std::uint64_t> total = meminfo_fact(root, "SwapTotal"), free = meminfo_fact(root, "SwapFree");
  if (!total || !free) return untold<SystemSwap>(total ? free.why_not : total.why_not);
  return told(SystemSwap{*total, *total - std::min(*total, *free)});
}

Fact<std::vector<int>> own_list(const std::optional<std::vector<int>>& list, const char* key) {
  using List = std::vector<int>;
  return list ? told(*list) : untold<List>(std::string("/proc/self/status has no ") + key);
}

/// Of CPUs that are not online those that are there: the kernel keeps numbers for some that never were.
Fact<std::vector<int>> offline_fact(const fs::path& root) {
  const std::string folder = "sys/devices/system/cpu/";
  const Fact<std::vector<int>> present = list_in(root, folder + "present");
  Fact<std::vector<int>> offline = list_in(root, folder + "offline");
  if (!offline || !present) return offline ? present : offline;
  std::erase_if(*offline.value,
                [&](int cpu) { return std::find(present->begin(), present->end(), cpu) == present->end(); });
  return offline;
}

/// Only the relevant options of the command line: the rest may be private.
Fact<std::string> boot_options_fact(const fs::path& root) {
  Fact<std::string> line = line_in(root, "proc/cmdline");
  if (!line) return line;
  std::string kept;
  std::istringstream words(*line);
  for (std::string word; words >> word;) {
    for (const char* start : {"numa", "isolcpus=", "nohz_full=", "maxcpus=", "nr_cpus=", "nosmt",
                              "mem=", "memmap=", "hugepages", "default_hugepagesz=", "transparent_hugepage=",
                              "intel_pstate=", "amd_pstate=", "cpufreq.", "mitigations="}) {
      if (!word.starts_with(start)) continue;
      kept += (kept.empty() ? "" : " ") + word;
      break;
    }
  }
  return told(std::move(kept));
}

Fact<bool> weighted_fact(const fs::path& root) {
  std::error_code ignored;
  if (fs::is_directory(root / "sys/kernel/mm/mempolicy/weighted_interleave", ignored)) return told(true);
  if (fs::is_directory(root / "sys/kernel/mm", ignored)) return told(false);
  return untold<bool>("/sys/kernel/mm: No such file or directory");
}

}  // namespace

SystemFacts read_system_facts(const fs::path& root) {
  SystemFacts facts;
  facts.root = root.string();
  facts.kernel_release = line_in(root, "proc/sys/kernel/osrelease");
  facts.boot_options = boot_options_fact(root);
  facts.hypervisor = read_hypervisor(root);
  facts.nodes = read_node_facts(root);
  facts.cpus = read_cpu_facts(root);
  facts.offline_cpus = offline_fact(root);
  facts.isolated_cpus = list_in(root, "sys/devices/system/cpu/isolated");
  facts.smt = line_in(root, "sys/devices/system/cpu/smt/control");
  facts.boost = read_boost(root);
  facts.numa_balancing = integer_in(root, "proc/sys/kernel/numa_balancing");
  facts.zone_reclaim_mode = integer_in(root, "proc/sys/vm/zone_reclaim_mode");
  facts.swappiness = integer_in(root, "proc/sys/vm/swappiness");
  facts.perf_event_paranoid = integer_in(root, "proc/sys/kernel/perf_event_paranoid");
  const std::string huge = "sys/kernel/mm/transparent_hugepage/";
  facts.huge_pages = choice_in(root, huge + "enabled");
  facts.huge_pages_defrag = choice_in(root, huge + "defrag");
  facts.huge_pages_shmem = choice_in(root, huge + "shmem_enabled");
  facts.weighted_interleave = weighted_fact(root);
  facts.memory_bytes = meminfo_fact(root, "MemTotal");
  facts.available_bytes = meminfo_fact(root, "MemAvailable");
  facts.swap = swap_fact(root);
  for (const char* file : {"proc/self/cgroup", "proc/self/mountinfo"}) {
    if (const Fact<std::string> line = line_in(root, file); !line) {
      facts.quota = untold<CpuQuota>(line.why_not);
      facts.memory_limit = untold<MemoryLimit>(line.why_not);
      break;
    }
    facts.quota = told(read_cpu_quota(root));
    facts.memory_limit = told(MemoryGroups(root).tightest());
  }
  facts.allowed_cpus = own_list(read_allowed_cpus(root), "Cpus_allowed_list");
  facts.allowed_nodes = own_list(read_allowed_nodes(root), "Mems_allowed_list");
  facts.policies = root == "/"
                       ? try_memory_policies(facts.allowed_nodes.value.value_or(std::vector<int>{}))
                       : untold<PolicyTrial>("nothing can be tried on a copy of another machine's files");
  facts.wrong_settings =
      root == "/" ? told(read_wrong_settings())
                  : untold<std::vector<WrongSetting>>("a copy of another machine's files has none");
  const auto complete = [&](bool wide_integers) {
    return root == "/" ? told(find_complete_library(wide_integers))
                       : untold<std::string>("a copy of another machine's files has none");
  };
  facts.complete_library = complete(false);
  facts.complete_library_64 = complete(true);
  return facts;
}

}  // namespace numapack
