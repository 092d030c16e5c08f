// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/error.hpp"

namespace numapack {

int Mesh::hops(MeshTile from, MeshTile to) const {
  const int across = std::abs(from.first - to.first);
  return ring ? std::min(across, width - across) : across + std::abs(from.second - to.second);
}

namespace {

/// Hops from each tile to each memory.
struct Field {
  std::vector<MeshTile> tiles;
  std::vector<std::vector<int>> hops;
};

Field field_of(const Mesh& mesh, const std::vector<MeshTile>& memories) {
  Field field;
  for (int y = 0; y < mesh.height; ++y) {
    for (int x = 0; x < mesh.width; ++x) {
      field.tiles.emplace_back(x, y);
      std::vector<int> row;
      for (const MeshTile& memory : memories) row.push_back(mesh.hops({x, y}, memory));
      field.hops.push_back(std::move(row));
    }
  }
  return field;
}

double misfit(const std::vector<double>& row, const std::vector<int>& hops, double base, double hop) {
  double sum = 0;
  for (std::size_t column = 0; column < row.size(); ++column) {
    const double by = row[column] - base - hop * hops[column];
    sum += by * by;
  }
  return sum;
}

struct Attempt {
  double base = 0, hop = 0, squares = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> tiles;
};

/// Tiles for base and hop, then base and hop for the tiles, until nothing moves.
Attempt settle(const LatencyTable& table, const Field& field, double base, double hop) {
  Attempt now{base, hop, std::numeric_limits<double>::infinity(), {}};
  for (int turn = 0; turn < 100; ++turn) {
    std::vector<std::size_t> tiles;
    double squares = 0, count = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& row : table.ns) {
      std::size_t best = 0;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t tile = 0; tile < field.tiles.size(); ++tile) {
        const double sum = misfit(row, field.hops[tile], now.base, now.hop);
        if (sum < least) {
          least = sum;
          best = tile;
        }
      }
      tiles.push_back(best);
      squares += least;
      for (std::size_t column = 0; column < row.size(); ++column) {
        const double at = field.hops[best][column];
        count += 1;
        x += at;
        y += row[column];
        xx += at * at;
        xy += at * row[column];
      }
    }
    const bool settled = tiles == now.tiles;
    now.tiles = std::move(tiles);
    now.squares = squares;
    if (settled) break;
    const double spread = count * xx - x * x;
    if (spread <= 0) break;
    now.hop = std::max(0.0, (count * xy - x * y) / spread);
    now.base = (y - now.hop * x) / count;
  }
  return now;
}

}  // namespace

MeshFit place_on_mesh(const LatencyTable& table, const Mesh& mesh, const std::vector<MeshTile>& memories) {
  if (table.between_cores || table.cpus.empty())
    invalid("mesh", "there are no latencies from cores to memories", "measure with numapack latency");
  if (memories.size() != table.columns.size())
    invalid(
        "memory",
        std::to_string(memories.size()) + " tiles for " + std::to_string(table.columns.size()) + " memories",
        "give one for each node whose memory was read");
  for (const MeshTile& tile : memories) {
    if (tile.first < 0 || tile.first >= mesh.width || tile.second < 0 || tile.second >= mesh.height)
      invalid("memory", "a tile lies outside of the mesh",
              "use 0,0 to " + std::to_string(mesh.width - 1) + "," + std::to_string(mesh.height - 1));
  }
  const Field field = field_of(mesh, memories);
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const auto& row : table.ns) {
    least = std::min(least, *std::min_element(row.begin(), row.end()));
    greatest = std::max(greatest, *std::max_element(row.begin(), row.end()));
  }
  int farthest = 1;
  for (const auto& row : field.hops) farthest = std::max(farthest, *std::max_element(row.begin(), row.end()));
  Attempt best;
  for (int tenths = 6; tenths <= 20; ++tenths) {
    const double hop = 0.1 * tenths * (greatest - least) / farthest;
    for (const double start : {least, least - hop}) {
      Attempt one = settle(table, field, start, hop);
      if (one.squares < best.squares) best = std::move(one);
    }
  }
  MeshFit fit{best.base, best.hop, 0, {}};
  const auto columns = double(table.columns.size());
  const double mean = best.squares / (columns * double(table.cpus.size()));
  fit.residual_ns = std::sqrt(mean);
  for (std::size_t row = 0; row < table.cpus.size(); ++row) {
    const double own = misfit(table.ns[row], field.hops[best.tiles[row]], best.base, best.hop);
    CorePosition core{table.cpus[row], {field.tiles[best.tiles[row]]}, std::sqrt(own / columns)};
    for (std::size_t tile = 0; tile < field.tiles.size(); ++tile) {
      if (tile != best.tiles[row] &&
          misfit(table.ns[row], field.hops[tile], best.base, best.hop) <= own + 4 * mean + 1e-9)
        core.tiles.push_back(field.tiles[tile]);
    }
    fit.cores.push_back(std::move(core));
  }
  return fit;
}

}  // namespace numapack
