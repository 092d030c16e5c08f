// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/placed_home.hpp"

#include <algorithm>
#include <numeric>

namespace numapack {
namespace {

using Kind = Placement::Kind;

/// Most tiles of a map in either direction where blocks go in both; finer ones are averaged.
constexpr Index most_tiles_a_side = 64;

/// How one direction is cut: of each of `tiles` equal parts, the share that each place of the grid has.
struct Cut {
  int tiles = 1;
  std::vector<std::vector<double>> share;  ///< [tile][place]
};

Cut cut(Index size, Index block, int places, Index most) {
  block = std::clamp<Index>(block, 1, size);
  Cut result;
  // Tiles are equal, so only a common divisor of block and size gives exact ones.
  result.tiles = static_cast<int>(std::min(size / std::gcd(size, block), most));
  for (int tile = 0; tile < result.tiles; ++tile) {
    const double begin = double(size) * tile / result.tiles, end = double(size) * (tile + 1) / result.tiles;
    std::vector<double> share(static_cast<std::size_t>(places), 0);
    for (Index number = Index(begin) / block; double(number * block) < end; ++number) {
      const double from = std::max(begin, double(number * block));
      const double to = std::min(end, double((number + 1) * block));
      if (to > from) share[static_cast<std::size_t>(number % places)] += (to - from) / (end - begin);
    }
    result.share.push_back(std::move(share));
  }
  return result;
}

HomeMap in_blocks(const Placement& placement, Index rows, Index columns, int nodes) {
  const bool tiles = placement.kind == Kind::tiles;
  const int grid_rows = tiles ? placement.grid_rows : static_cast<int>(placement.nodes.size());
  const int grid_columns = tiles ? placement.grid_columns : 1;
  const Index most = tiles ? most_tiles_a_side : most_tiles_a_side * most_tiles_a_side;
  const Cut down = cut(rows, placement.row_block, grid_rows, most);
  const Cut across = tiles ? cut(columns, placement.column_block, grid_columns, most) : Cut{1, {{1.0}}};
  HomeMap map{rows, columns, down.tiles, across.tiles, {}};
  for (const auto& of_column : across.share) {
    for (const auto& of_row : down.share) {
      std::vector<double> share(static_cast<std::size_t>(nodes), 0);
      for (std::size_t place = 0; place < placement.nodes.size(); ++place) {
        const std::size_t r = place % static_cast<std::size_t>(grid_rows);
        const std::size_t c = place / static_cast<std::size_t>(grid_rows);
        share[static_cast<std::size_t>(placement.nodes[place])] += of_row[r] * of_column[c];
      }
      map.share.push_back(std::move(share));
    }
  }
  return map;
}

}  // namespace

HomeMap home_of(const Placement& placement, Index rows, Index columns, int nodes, int first_touch_node) {
  switch (placement.kind) {
    case Kind::bind:
    case Kind::preferred:
      return HomeMap::on_node(rows, columns, placement.nodes.front(), nodes);
    case Kind::interleave:
      return HomeMap::interleaved(rows, columns, placement.nodes, nodes);
    case Kind::weighted_interleave: {
      HomeMap map = HomeMap::interleaved(rows, columns, placement.nodes, nodes);
      const double sum = std::accumulate(placement.weights.begin(), placement.weights.end(), 0.0);
      for (std::size_t i = 0; i < placement.nodes.size(); ++i) {
        map.share[0][static_cast<std::size_t>(placement.nodes[i])] = placement.weights[i] / sum;
      }
      return map;
    }
    case Kind::block_cyclic_columns:
      return HomeMap::cyclic_columns(rows, columns, placement.column_block, placement.nodes, nodes);
    case Kind::block_cyclic_rows:
    case Kind::tiles:
      if (rows <= 0 || columns <= 0) break;
      return in_blocks(placement, rows, columns, nodes);
    case Kind::first_touch:
    case Kind::replicated:
      break;
  }
  return HomeMap::on_node(rows, columns, first_touch_node, nodes);
}

}  // namespace numapack
