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

/// An hwloc synthetic description. Throws Error(invalid_argument) with the text.
Topology open_synthetic(const std::string& description);

/// The numbers in a bitmap, rising; an infinite or null one gives none.
std::vector<int> members(hwloc_const_bitmap_t bitmap);

/// Value of an info attribute of an object, or "".
std::string info(hwloc_obj_t object, const char* key);

}  // namespace numapack
