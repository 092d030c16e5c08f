// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"
#include "machine/topology.hpp"

namespace numapack {

/// The machine in a topology, without what only the running kernel knows (affinity, quota, settings).
/// All online hardware threads are taken; those in the topology's allowed set are usable.
Machine import_topology(const Topology& topology);

// The steps of import_topology, in their order. Each completes the value it is given.

/// Packages and cores with their hardware threads.
void import_cores(hwloc_topology_t topology, Machine& machine);

/// What the packages say of their CPU.
void import_cpu(hwloc_topology_t topology, Machine& machine);

/// Nodes by kernel number, and for each core the node it belongs to.
void import_nodes(hwloc_topology_t topology, Machine& machine);

/// Dies: those that hwloc names; else one a node with cores where a package has several; else one a package.
void import_dies(hwloc_topology_t topology, Machine& machine);

void import_caches(hwloc_topology_t topology, Machine& machine);

/// The firmware's table, and 10, 12 or 20 by Reach for each pair that it lacks.
void import_distances(hwloc_topology_t topology, Machine& machine);

}  // namespace numapack
