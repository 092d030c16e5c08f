// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/machine/topo.hpp"
#include "cli/terminal/json_values.hpp"

namespace numapack {
namespace {

using nlohmann::json;

json nodes_to_json(const Machine& machine) {
  json list = json::array();
  for (int index = 0; index < static_cast<int>(machine.nodes.size()); ++index) {
    const Node& node = machine.nodes[static_cast<std::size_t>(index)];
    list.push_back({{"index", index},
                    {"os_index", index_or_null(node.os_index)},
                    {"package", index_or_null(node.package)},
                    {"die", index_or_null(node.die)},
                    {"kind", node.kind},
                    {"memory_bytes", or_null(node.memory_bytes)},
                    {"usable_memory", node.usable_memory},
                    {"cores", node.cores},
                    {"usable_cores", machine.usable_cores(index)},
                    {"home_node", index_or_null(machine.home_for(index))}});
  }
  return list;
}

json cores_to_json(const Machine& machine) {
  json list = json::array();
  for (std::size_t index = 0; index < machine.cores.size(); ++index) {
    const Core& core = machine.cores[index];
    list.push_back({{"index", index},
                    {"package", core.package},
                    {"die", core.die},
                    {"node", index_or_null(core.node)},
                    {"hardware_threads", core.pus},
                    {"usable_hardware_threads", core.usable_pus}});
  }
  return list;
}

json packages_to_json(const Machine& machine) {
  json list = json::array();
  for (std::size_t index = 0; index < machine.packages.size(); ++index) {
    const Package& package = machine.packages[index];
    list.push_back({{"index", index}, {"os_index", package.os_index}, {"model", or_null(package.model)}});
  }
  return list;
}

json caches_to_json(const Machine& machine) {
  json list = json::array();
  for (const Cache& cache : machine.caches) {
    list.push_back({{"level", cache.level},
                    {"size_bytes", cache.bytes},
                    {"line_bytes", cache.line_bytes},
                    {"ways", cache.ways == 0 ? json() : json(cache.ways)},
                    {"cores", cache.cores}});
  }
  return list;
}

json reaches_to_json(const Machine& machine) {
  const int nodes = static_cast<int>(machine.nodes.size());
  json rows = json::array();
  for (int from = 0; from < nodes; ++from) {
    json row = json::array();
    for (int to = 0; to < nodes; ++to) row.push_back(name(machine.reach(from, to)));
    rows.push_back(std::move(row));
  }
  return rows;
}

json pages_to_json(const Machine& machine) {
  json pools = json::array();
  for (const HugePages& pool : machine.huge_pages) {
    pools.push_back({{"page_bytes", pool.bytes},
                     {"total_pages", pool.total},
                     {"free_pages", or_null(machine.is_this_machine, pool.free)}});
  }
  return {{"page_bytes", machine.page_bytes},
          {"transparent_huge_pages", or_null(machine.transparent_huge_pages)},
          {"huge_page_pools", std::move(pools)},
          {"numa_balancing", or_null(machine.numa_balancing)}};
}

json allowance_to_json(const Machine& machine) {
  const Allowance& allowance = machine.allowance;
  return {{"online_hardware_threads", allowance.online_pus},
          {"affinity_hardware_threads", allowance.affinity_pus},
          {"cpuset_hardware_threads", allowance.cpuset_pus},
          {"offline_hardware_threads", allowance.offline_pus},
          {"quota_cpus", or_null(allowance.quota_cpus)},
          {"quota_source", or_null(allowance.quota_source)},
          {"threads", machine.usable_threads()}};
}

}  // namespace

json machine_to_json(const Machine& machine) {
  return {{"source", machine.source},
          {"is_this_machine", machine.is_this_machine},
          {"architecture", machine.architecture},
          {"packages", packages_to_json(machine)},
          {"dies", machine.dies},
          {"nodes", nodes_to_json(machine)},
          {"cores", cores_to_json(machine)},
          {"caches", caches_to_json(machine)},
          {"distances", {{"from_firmware", machine.distances_known}, {"slit", machine.distances}}},
          {"reach", reaches_to_json(machine)},
          {"pages", pages_to_json(machine)},
          {"allowance", allowance_to_json(machine)}};
}

}  // namespace numapack
