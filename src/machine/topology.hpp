// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hwloc.h>

#include <memory>
#include <string>
#include <vector>

namespace numapack {

struct TopologyDeleter {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};

/// A loaded hwloc topology. It holds what the process may not use as well: allowed sets tell the difference.
using Topology = std::unique_ptr<hwloc_topology, TopologyDeleter>;

/// The machine this process runs on. Throws Error(system).
Topology open_this_machine();

/// An hwloc XML file. Throws Error(invalid_argument) with the file and the reason.
Topology open_file(const std::string& path);

/// On a NUMA node of a topology: nobody says how much memory it has. hwloc itself has no word for it; ours
/// stays in files that are written from the topology.
inline constexpr char memory_info[] = "NumapackMemory", unknown_memory[] = "unknown";

/// An hwloc synthetic description. Nodes of which it says no memory have memory_info. Throws
/// Error(invalid_argument) with the text.
Topology open_synthetic(const std::string& description);

/// The numbers in a bitmap, rising; an infinite or null one gives none.
std::vector<int> members(hwloc_const_bitmap_t bitmap);

/// Value of an info attribute of an object, or "".
std::string info(hwloc_obj_t object, const char* key);

}  // namespace numapack
