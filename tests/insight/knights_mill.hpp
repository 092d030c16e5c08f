// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <random>

#include "insight/position/mesh.hpp"

namespace numapack::testing {

/// CPUs and nodes from 0, cells of 0.
inline LatencyTable table_of(int cpus, int nodes) {
  LatencyTable table{{}, {}, false, {}, 0};
  for (int cpu = 0; cpu < cpus; ++cpu) table.cpus.push_back(cpu);
  for (int node = 0; node < nodes; ++node) table.columns.push_back(node);
  table.ns.assign(std::size_t(cpus), std::vector<double>(std::size_t(nodes), 0));
  return table;
}

/// Tiles of a 6 x 6 mesh, two cores each, in the order of their numbers; 68 of them.
inline MeshTile knights_mill_tile(int cpu) { return {cpu / 2 % 6, cpu / 2 / 6}; }

/// Quadrants of that mesh: 0 and 1 above 2 and 3.
inline int knights_mill_quadrant(MeshTile tile) { return tile.first / 3 + 2 * (tile.second / 3); }

/// SNC4: a miss goes to a directory in any tile of the quadrant whose memory is read, so latencies grow with
/// the mean number of hops to them. Scaled to what the poster prints of its fastest and its slowest core.
inline LatencyTable knights_mill_snc4(double fastest, double slowest, double noise_ns, std::mt19937& random) {
  std::normal_distribution<double> noise(0, noise_ns);
  const Mesh mesh{6, 6, false};
  LatencyTable table = table_of(68, 4);
  double least = 1e9, greatest = 0;
  for (int cpu = 0; cpu < 68; ++cpu)
    for (int node = 0; node < 4; ++node) {
      double& cell = table.ns[std::size_t(cpu)][std::size_t(node)];
      for (int tile = 0; tile < 36; ++tile) {
        const MeshTile to{tile % 6, tile / 6};
        if (knights_mill_quadrant(to) == node) cell += mesh.hops(knights_mill_tile(cpu), to) / 9.0;
      }
      least = std::min(least, cell);
      greatest = std::max(greatest, cell);
    }
  for (auto& row : table.ns)
    for (double& cell : row)
      cell = fastest + (slowest - fastest) * (cell - least) / (greatest - least) + noise(random);
  return table;
}

}  // namespace numapack::testing
