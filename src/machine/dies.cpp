// SPDX-License-Identifier: BSD-3-Clause
#include <set>

#include "machine/import.hpp"

namespace numapack {
namespace {

/// Marks each core in a die that hwloc names.
void named_dies(hwloc_topology_t topology, Machine& machine) {
  for (Core& core : machine.cores) {
    const hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topology, static_cast<unsigned>(core.pus.front()));
    const hwloc_obj_t die = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_DIE, pu);
    core.die = die == nullptr ? -1 : static_cast<int>(die->logical_index);
  }
  machine.dies = std::max(0, hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_DIE));
}

/// The dies of the cores in a package that belong to none so far.
void guess_dies(int package, Machine& machine) {
  std::set<int> nodes;
  bool missing = false;
  for (const Core& core : machine.cores) {
    if (core.package != package) continue;
    nodes.insert(core.node);
    missing = missing || core.die < 0;
  }
  if (!missing) return;
  const bool die_a_node = nodes.size() > 1;
  for (const int node : nodes) {
    for (Core& core : machine.cores) {
      if (core.package == package && core.node == node && core.die < 0) core.die = machine.dies;
    }
    if (die_a_node) ++machine.dies;
  }
  if (!die_a_node) ++machine.dies;
}

/// The one die of all hardware threads near a node's memory, or -1 if there are several or none.
int common_die(const Machine& machine, const std::set<int>& pus) {
  std::set<int> dies;
  for (const Core& core : machine.cores) {
    if (pus.contains(core.pus.front())) dies.insert(core.die);
  }
  return dies.size() == 1 ? *dies.begin() : -1;
}

}  // namespace

void import_dies(hwloc_topology_t topology, Machine& machine) {
  named_dies(topology, machine);
  for (std::size_t package = 0; package < machine.packages.size(); ++package) {
    guess_dies(static_cast<int>(package), machine);
  }
  for (Node& node : machine.nodes) {
    std::set<int> pus;
    for (const int core : node.cores) pus.insert(machine.cores[static_cast<std::size_t>(core)].pus.front());
    const hwloc_obj_t object =
        hwloc_get_numanode_obj_by_os_index(topology, static_cast<unsigned>(node.os_index));
    // A memory-only node is on the die of the cores it is attached to.
    if (pus.empty() && object != nullptr) {
      const std::vector<int> near = members(object->cpuset);
      pus.insert(near.begin(), near.end());
    }
    node.die = common_die(machine, pus);
  }
}

}  // namespace numapack
