// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "insight/position/latency_table.hpp"

namespace numapack {

/// A tile of a mesh, or a stop of a ring (y = 0).
using MeshTile = std::pair<int, int>;

struct Mesh {
  int width = 1, height = 1;
  bool ring = false;  ///< width stops, the last next to the first
  int hops(MeshTile from, MeshTile to) const;
};

/// Where a CPU seems to sit.
struct CorePosition {
  int cpu = -1;
  std::vector<MeshTile> tiles;  ///< that its latencies do not tell apart, the likeliest first
  double residual_ns = 0;       ///< root mean square of the likeliest
};

/// latency = base_ns + hop_ns * hops.
struct MeshFit {
  double base_ns = 0, hop_ns = 0;
  double residual_ns = 0;  ///< root mean square over all cells
  std::vector<CorePosition> cores;
};

/// Places each CPU on the mesh from its latencies to memories whose tiles are known, one a column: base, cost
/// of a hop and tiles that leave the least squares, from several starts. A tile that fits worse by no more
/// than four times the mean square of a cell is not told apart. Between cores: Error(invalid_argument), as
/// for another number of memories than columns. Pure.
MeshFit place_on_mesh(const LatencyTable& table, const Mesh& mesh, const std::vector<MeshTile>& memories);

}  // namespace numapack
