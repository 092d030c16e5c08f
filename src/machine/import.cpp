// SPDX-License-Identifier: BSD-3-Clause
#include "machine/import.hpp"

#include <algorithm>

namespace numapack {
namespace {

std::string architecture(hwloc_topology_t topology) {
  std::string text = info(hwloc_get_root_obj(topology), "Architecture");
  if (text == "arm64") return "aarch64";
  // A synthetic description names none; most captured machines are x86-64.
  if (text.empty() || text == "amd64") return "x86_64";
  return text;
}

/// Page sizes as the nodes list them. How many are free is not in a topology.
void import_pages(hwloc_topology_t topology, Machine& machine) {
  std::vector<HugePages> sizes;
  for (hwloc_obj_t node = nullptr;
       (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
    const auto& memory = node->attr->numanode;
    for (unsigned at = 0; at < memory.page_types_len; ++at) {
      const auto size = static_cast<std::size_t>(memory.page_types[at].size);
      auto same =
          std::find_if(sizes.begin(), sizes.end(), [&](const auto& page) { return page.bytes == size; });
      if (same == sizes.end()) same = sizes.insert(sizes.end(), HugePages{size, 0, 0});
      same->total += memory.page_types[at].count;
    }
  }
  std::erase_if(sizes, [](const HugePages& size) { return size.bytes == 0; });
  std::sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  if (sizes.empty()) return;
  machine.page_bytes = sizes.front().bytes;
  machine.huge_pages.assign(sizes.begin() + 1, sizes.end());
}

void import_allowance(hwloc_topology_t topology, Machine& machine) {
  const hwloc_obj_t root = hwloc_get_root_obj(topology);
  Allowance& allowance = machine.allowance;
  allowance.online_pus = hwloc_bitmap_weight(root->cpuset);
  allowance.cpuset_pus = hwloc_bitmap_weight(hwloc_topology_get_allowed_cpuset(topology));
  allowance.affinity_pus = allowance.cpuset_pus;
  for (const int pu : members(root->complete_cpuset)) {
    if (!hwloc_bitmap_isset(root->cpuset, static_cast<unsigned>(pu))) allowance.offline_pus.push_back(pu);
  }
}

}  // namespace

Machine import_topology(const Topology& topology) {
  Machine machine;
  machine.architecture = architecture(topology.get());
  import_cpu(topology.get(), machine);
  import_pages(topology.get(), machine);
  import_allowance(topology.get(), machine);
  import_cores(topology.get(), machine);
  import_nodes(topology.get(), machine);
  import_dies(topology.get(), machine);
  import_caches(topology.get(), machine);
  import_distances(topology.get(), machine);
  return machine;
}

}  // namespace numapack
