// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>

#include "machine/import.hpp"

namespace numapack {
namespace {

/// Numbers the packages as they are first asked for; cores in no package share one of their own.
class PackageList {
 public:
  explicit PackageList(Machine& machine) : machine_(machine) {}

  int index(hwloc_obj_t package) {
    const auto [entry, added] = known_.try_emplace(package, static_cast<int>(machine_.packages.size()));
    if (added) {
      machine_.packages.push_back({package ? static_cast<int>(package->os_index) : 0,
                                   package ? info(package, "CPUModel") : std::string()});
    }
    return entry->second;
  }

 private:
  Machine& machine_;
  std::map<hwloc_obj_t, int> known_;
};

}  // namespace

void import_cores(hwloc_topology_t topology, Machine& machine) {
  PackageList packages(machine);
  // Packages without a usable core count too: they may hold memory.
  for (hwloc_obj_t at = nullptr;
       (at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, at)) != nullptr;) {
    packages.index(at);
  }
  const hwloc_const_cpuset_t allowed = hwloc_topology_get_allowed_cpuset(topology);
  hwloc_obj_t last = nullptr;
  for (hwloc_obj_t pu = nullptr; (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != nullptr;) {
    const hwloc_obj_t parent = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    // Some machines tell of hardware threads but not of cores: each is a core then.
    const hwloc_obj_t core = parent != nullptr ? parent : pu;
    if (core != last) {
      machine.cores.emplace_back();
      machine.cores.back().package =
          packages.index(hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, pu));
      last = core;
    }
    machine.cores.back().pus.push_back(static_cast<int>(pu->os_index));
    if (hwloc_bitmap_isset(allowed, pu->os_index)) {
      machine.cores.back().usable_pus.push_back(static_cast<int>(pu->os_index));
    }
  }
  for (Core& core : machine.cores) {
    std::sort(core.pus.begin(), core.pus.end());
    std::sort(core.usable_pus.begin(), core.usable_pus.end());
  }
}

}  // namespace numapack
