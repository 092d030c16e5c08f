// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/doctor_page.hpp"
#include "cli/terminal/json_values.hpp"

namespace numapack {

namespace {

using nlohmann::json;

json node_to_json(const SystemNode& node) {
  json pools = json::array();
  for (const HugePages& pool : node.huge_pages) {
    pools.push_back({{"page_bytes", pool.bytes}, {"total_pages", pool.total}, {"free_pages", pool.free}});
  }
  return {{"os_index", node.number},       {"memory_bytes", node.memory_bytes},
          {"free_bytes", node.free_bytes}, {"room_bytes", or_null(node.room_bytes)},
          {"huge_page_pools", pools},      {"cpus", node.cpus},
          {"distances", node.distances}};
}

json cpu_to_json(const SystemCpu& cpu) {
  return {{"os_index", cpu.number},
          {"package", index_or_null(cpu.package)},
          {"governor", or_null(cpu.governor)},
          {"driver", or_null(cpu.driver)},
          {"now_khz", or_null(cpu.now_khz)},
          {"least_khz", or_null(cpu.min_khz)},
          {"most_khz", or_null(cpu.max_khz)},
          {"hardware_most_khz", or_null(cpu.hardware_khz)},
          {"throttled_times", or_null(cpu.throttled)}};
}

json setting_to_json(const WrongSetting& wrong) {
  return {{"variable", wrong.variable}, {"is", wrong.is}, {"allowed", wrong.allowed}};
}

/// A document that collects what is known, and why the rest is not.
class FactsDocument {
 public:
  template <class T>
  void add(const char* key, const Fact<T>& fact) {
    add(key, fact, [](const T& value) { return json(value); });
  }
  template <class T, class Write>
  void add(const char* key, const Fact<T>& fact, Write&& write) {
    document_[key] = fact ? write(*fact) : json();
    if (!fact) unread_[key] = fact.why_not;
  }
  json taken() {
    document_["unread"] = unread_;
    return std::move(document_);
  }

 private:
  json document_ = json::object(), unread_ = json::object();
};

template <class T>
json list_to_json(const std::vector<T>& list, json (*write)(const T&)) {
  json array = json::array();
  for (const T& one : list) array.push_back(write(one));
  return array;
}

}  // namespace

json to_json(const SystemFacts& facts) {
  FactsDocument document;
  document.add("kernel_release", facts.kernel_release);
  document.add("boot_options", facts.boot_options);
  document.add("hypervisor", facts.hypervisor);
  document.add("nodes", facts.nodes, [](const auto& nodes) { return list_to_json(nodes, node_to_json); });
  document.add("cpus", facts.cpus, [](const auto& cpus) { return list_to_json(cpus, cpu_to_json); });
  document.add("offline_cpus", facts.offline_cpus);
  document.add("isolated_cpus", facts.isolated_cpus);
  document.add("smt", facts.smt);
  document.add("boost", facts.boost);
  document.add("numa_balancing", facts.numa_balancing);
  document.add("zone_reclaim_mode", facts.zone_reclaim_mode);
  document.add("swappiness", facts.swappiness);
  document.add("perf_event_paranoid", facts.perf_event_paranoid);
  document.add("transparent_huge_pages", facts.huge_pages);
  document.add("transparent_huge_pages_defrag", facts.huge_pages_defrag);
  document.add("transparent_huge_pages_shmem", facts.huge_pages_shmem);
  document.add("weighted_interleave", facts.weighted_interleave);
  document.add("memory_bytes", facts.memory_bytes);
  document.add("available_bytes", facts.available_bytes);
  document.add("swap", facts.swap, [](const SystemSwap& swap) {
    return json{{"total_bytes", swap.total_bytes}, {"used_bytes", swap.used_bytes}};
  });
  document.add("quota", facts.quota, [](const CpuQuota& quota) {
    return json{{"cpus", or_null(quota.cpus)}, {"source", or_null(quota.cpus.has_value(), quota.source)}};
  });
  document.add("memory_limit", facts.memory_limit, [](const MemoryLimit& limit) {
    return json{{"bytes", or_null(limit.bytes)}, {"source", or_null(limit.bytes.has_value(), limit.source)}};
  });
  document.add("allowed_cpus", facts.allowed_cpus);
  document.add("allowed_nodes", facts.allowed_nodes);
  document.add("refused_calls", facts.policies, [](const PolicyTrial& trial) {
    json refused = json::object();
    if (!trial.mbind_refused.empty()) refused["mbind"] = trial.mbind_refused;
    if (!trial.set_mempolicy_refused.empty()) refused["set_mempolicy"] = trial.set_mempolicy_refused;
    if (!trial.move_pages_refused.empty()) refused["move_pages"] = trial.move_pages_refused;
    return refused;
  });
  document.add("wrong_settings", facts.wrong_settings,
               [](const auto& wrong) { return list_to_json(wrong, setting_to_json); });
  document.add("complete_library", facts.complete_library);
  document.add("complete_library_64", facts.complete_library_64);
  json taken = document.taken();
  taken["root"] = facts.root;
  return taken;
}

}  // namespace numapack
