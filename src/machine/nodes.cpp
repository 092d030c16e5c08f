// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "machine/import.hpp"

namespace numapack {
namespace {

std::string kind_of(hwloc_obj_t node) {
  if (node->subtype != nullptr && *node->subtype != '\0') return node->subtype;
  for (const char* key : {"MemoryTier", "DAXType"}) {
    std::string text = info(node, key);
    // "SPM", specific-purpose memory, is how ACPI marks high-bandwidth memory that is kept for those who ask.
    if (text == "SPM") return "HBM";
    if (!text.empty()) return text;
  }
  return "DRAM";
}

/// How willingly a core takes a node of this kind for its own where several share its place.
int rank(const std::string& kind) {
  if (kind == "DRAM") return 0;
  if (kind == "HBM" || kind == "MCDRAM") return 1;
  if (kind == "CXL" || kind == "CXL-DRAM") return 2;
  if (kind == "NVM") return 3;
  return 4;
}

int package_of(hwloc_topology_t topology, hwloc_obj_t object, const Machine& machine) {
  const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, object);
  if (package != nullptr) return static_cast<int>(package->logical_index);
  // On a tree without package objects there is one package, and everything is in it.
  return machine.packages.size() == 1 ? 0 : -1;
}

std::vector<hwloc_obj_t> nodes_by_number(hwloc_topology_t topology) {
  std::vector<hwloc_obj_t> list;
  for (hwloc_obj_t at = nullptr;
       (at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, at)) != nullptr;) {
    list.push_back(at);
  }
  std::sort(list.begin(), list.end(), [](auto a, auto b) { return a->os_index < b->os_index; });
  return list;
}

/// Index of the node whose cores include this hardware thread, or -1.
int nearest_node(const std::vector<hwloc_obj_t>& objects, const Machine& machine, int pu) {
  // Ordinary memory first, then the smallest neighbourhood. Of equals the lowest number: the kernel numbers
  // nodes with processors before the memory it adds to them.
  std::tuple<int, int> best;
  int nearest = -1;
  for (std::size_t at = 0; at < objects.size(); ++at) {
    if (!hwloc_bitmap_isset(objects[at]->cpuset, static_cast<unsigned>(pu))) continue;
    const std::tuple cost(rank(machine.nodes[at].kind), hwloc_bitmap_weight(objects[at]->cpuset));
    if (nearest < 0 || cost < best) {
      nearest = static_cast<int>(at);
      best = cost;
    }
  }
  return nearest;
}

/// Kernel number of the node of a core before the node was switched off or hidden; -1: unknown.
int missing_node(hwloc_topology_t topology, int pu) {
  const hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(topology, static_cast<unsigned>(pu));
  const hwloc_const_nodeset_t there = hwloc_topology_get_topology_nodeset(topology);
  for (const int number : members(object->complete_nodeset)) {
    if (!hwloc_bitmap_isset(there, static_cast<unsigned>(number))) return number;
  }
  return -1;
}

/// Cores whose node is not in the tree still work: one node without memory for each such place.
void add_nodes_without_memory(hwloc_topology_t topology, Machine& machine) {
  std::map<std::pair<int, int>, int> added;
  for (Core& core : machine.cores) {
    if (core.node >= 0) continue;
    const int number = missing_node(topology, core.pus.front());
    const auto [entry, fresh] =
        added.try_emplace(std::pair(number, core.package), static_cast<int>(machine.nodes.size()));
    if (fresh) {
      Node node;
      node.os_index = number;
      node.package = core.package;
      node.usable_memory = false;
      machine.nodes.push_back(std::move(node));
    }
    core.node = entry->second;
  }
}

/// Puts nodes in the order of their kernel numbers, those without a number last.
void sort_by_number(Machine& machine) {
  std::vector<int> order(machine.nodes.size()), place(machine.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const auto number = [&](int node) { return static_cast<unsigned>(machine.os_index_of(node)); };
    return number(a) < number(b);
  });
  std::vector<Node> sorted;
  for (const int node : order) {
    place[static_cast<std::size_t>(node)] = static_cast<int>(sorted.size());
    sorted.push_back(std::move(machine.nodes[static_cast<std::size_t>(node)]));
  }
  machine.nodes = std::move(sorted);
  for (Core& core : machine.cores) core.node = place[static_cast<std::size_t>(core.node)];
}

/// Without package objects nothing says that two nodes share one: the cautious reading is that they do not.
void part_packages_by_node(Machine& machine) {
  std::vector<Package> packages;
  std::vector<int> package_of_node(machine.nodes.size(), -1);
  for (Core& core : machine.cores) {
    int& package = package_of_node[static_cast<std::size_t>(core.node)];
    if (package < 0) {
      package = static_cast<int>(packages.size());
      packages.push_back({package, std::string()});
    }
    core.package = package;
  }
  machine.packages = std::move(packages);
  for (std::size_t at = 0; at < machine.nodes.size(); ++at) machine.nodes[at].package = package_of_node[at];
}

}  // namespace

void import_nodes(hwloc_topology_t topology, Machine& machine) {
  const std::vector<hwloc_obj_t> objects = nodes_by_number(topology);
  const hwloc_const_nodeset_t allowed = hwloc_topology_get_allowed_nodeset(topology);
  for (const hwloc_obj_t object : objects) {
    Node node;
    node.os_index = static_cast<int>(object->os_index);
    node.package = package_of(topology, object, machine);
    if (info(object, memory_info) == unknown_memory)
      node.memory_bytes.reset();
    else
      node.memory_bytes = object->attr->numanode.local_memory;
    node.kind = kind_of(object);
    node.usable_memory = node.has_memory() && hwloc_bitmap_isset(allowed, object->os_index);
    machine.nodes.push_back(std::move(node));
  }
  for (Core& core : machine.cores) core.node = nearest_node(objects, machine, core.pus.front());
  add_nodes_without_memory(topology, machine);
  sort_by_number(machine);
  if (hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE) <= 0) part_packages_by_node(machine);
  for (std::size_t at = 0; at < machine.cores.size(); ++at) {
    machine.nodes[static_cast<std::size_t>(machine.cores[at].node)].cores.push_back(static_cast<int>(at));
  }
}

}  // namespace numapack
