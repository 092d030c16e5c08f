// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "machine/import.hpp"

namespace numapack {
namespace {

std::vector<int> cores_under(hwloc_obj_t object, const Machine& machine) {
  std::vector<int> cores;
  for (std::size_t core = 0; core < machine.cores.size(); ++core) {
    const auto& pus = machine.cores[core].pus;
    const bool shares = std::any_of(pus.begin(), pus.end(), [&](int pu) {
      return hwloc_bitmap_isset(object->cpuset, static_cast<unsigned>(pu));
    });
    if (shares) cores.push_back(static_cast<int>(core));
  }
  return cores;
}

}  // namespace

void import_caches(hwloc_topology_t topology, Machine& machine) {
  constexpr hwloc_obj_type_t levels[] = {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE,
                                         HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE};
  for (const hwloc_obj_type_t type : levels) {
    for (hwloc_obj_t at = nullptr; (at = hwloc_get_next_obj_by_type(topology, type, at)) != nullptr;) {
      const auto& attributes = at->attr->cache;
      // Virtual machines announce caches of no size.
      if (attributes.size == 0) continue;
      Cache cache;
      cache.level = static_cast<int>(attributes.depth);
      cache.bytes = static_cast<std::size_t>(attributes.size);
      if (attributes.linesize != 0) cache.line_bytes = attributes.linesize;
      cache.ways = std::max(0, attributes.associativity);
      cache.cores = cores_under(at, machine);
      machine.caches.push_back(std::move(cache));
    }
  }
}

}  // namespace numapack
