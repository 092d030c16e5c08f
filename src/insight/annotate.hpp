// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/topology.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// Writes the profile's figures into the topology, in hwloc's own terms: for each pair of nodes the memory
/// attributes Latency and ReadLatency (ns), Bandwidth and ReadBandwidth (MiB/s), from the processors of the
/// node; a distance matrix "NumapackMemoryLatencyNs" between nodes and "NumapackCoreLatencyPs" (picoseconds,
/// for hwloc's are whole numbers) between cores, where all pairs were measured. Returns what was left out and
/// why. Throws Error(system) if hwloc refuses a value.
std::vector<std::string> annotate(const Topology& topology, const MeasuredProfile& profile);

/// The topology as hwloc XML. Throws Error(system).
std::string to_xml(const Topology& topology);

}  // namespace numapack
