// SPDX-License-Identifier: BSD-3-Clause
#include <functional>
#include <memory>

#include "machine/import.hpp"

namespace numapack {
namespace {

double distance_by_reach(Reach reach) {
  switch (reach) {
    case Reach::local:
      return 10;
    case Reach::cross_die:
      return 12;
    case Reach::cross_chip:
      break;
  }
  return 20;
}

using Matrix = std::unique_ptr<hwloc_distances_s, std::function<void(hwloc_distances_s*)>>;

/// The firmware's table, or null.
Matrix firmware_table(hwloc_topology_t topology) {
  unsigned count = 1;
  hwloc_distances_s* table = nullptr;
  if (hwloc_distances_get_by_name(topology, "NUMALatency", &count, &table, 0) != 0) table = nullptr;
  return {count == 0 ? nullptr : table, [topology](auto* held) { hwloc_distances_release(topology, held); }};
}

}  // namespace

void import_distances(hwloc_topology_t topology, Machine& machine) {
  const int nodes = static_cast<int>(machine.nodes.size());
  machine.distances.assign(machine.nodes.size(), std::vector<double>(machine.nodes.size(), 0));
  if (const Matrix table = firmware_table(topology)) {
    for (unsigned from = 0; from < table->nbobjs; ++from) {
      for (unsigned to = 0; to < table->nbobjs; ++to) {
        if (table->objs[from] == nullptr || table->objs[to] == nullptr) continue;
        const int row = machine.node_by_os_index(static_cast<int>(table->objs[from]->os_index));
        const int column = machine.node_by_os_index(static_cast<int>(table->objs[to]->os_index));
        if (row < 0 || column < 0) continue;
        machine.distances[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
            static_cast<double>(table->values[from * table->nbobjs + to]);
      }
    }
  }
  machine.distances_known = true;
  for (int from = 0; from < nodes; ++from) {
    for (int to = 0; to < nodes; ++to) {
      double& distance = machine.distances[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
      if (distance > 0) continue;
      distance = distance_by_reach(machine.reach(from, to));
      machine.distances_known = false;
    }
  }
}

}  // namespace numapack
