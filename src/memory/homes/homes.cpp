// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/homes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace numapack {

namespace {

/// Most tiles along the columns of a block-cyclic map; finer layouts are averaged.
constexpr Index most_tiles = 4096;
/// Most tiles along either side of a part.
constexpr Index most_part_tiles = 64;

/// Real-valued edge of tile `tile` when `size` elements are cut into `tiles` equal parts.
double edge(Index size, int tiles, int tile) { return double(size) * tile / tiles; }

/// Tiles that a range may meet, of equal ones: with a neighbour on each side, for edges are rounded.
Range tiles_near(Index size, int tiles, Range range) {
  if (size <= 0) return {0, tiles};
  const auto at = [&](Index place) { return static_cast<Index>(double(place) * tiles / double(size)); };
  return {std::max<Index>(0, at(range.begin) - 1), std::min<Index>(tiles, at(range.end) + 2)};
}

double overlap(double begin_a, double end_a, double begin_b, double end_b) {
  return std::max(0.0, std::min(end_a, end_b) - std::max(begin_a, begin_b));
}

}  // namespace

HomeMap HomeMap::on_node(Index rows, Index columns, int node, int nodes) {
  HomeMap map{rows, columns, 1, 1, {std::vector<double>(std::size_t(nodes), 0.0)}};
  map.share[0][std::size_t(node)] = 1;
  return map;
}

HomeMap HomeMap::interleaved(Index rows, Index columns, const std::vector<int>& over, int nodes) {
  HomeMap map{rows, columns, 1, 1, {std::vector<double>(std::size_t(nodes), 0.0)}};
  for (const int node : over) map.share[0][std::size_t(node)] += 1.0 / double(over.size());
  return map;
}

HomeMap HomeMap::cyclic_columns(Index rows, Index columns, Index nb, const std::vector<int>& over,
                                int nodes) {
  if (columns <= 0) return interleaved(rows, columns, over, nodes);
  nb = std::clamp<Index>(nb, 1, columns);
  // Tiles are equal, so only a common divisor of nb and columns gives exact ones.
  const Index exact = columns / std::gcd(columns, nb);
  const Index tiles = std::min({exact, most_tiles, columns});
  HomeMap map{rows, columns, 1, int(tiles), {}};
  map.share.assign(std::size_t(tiles), std::vector<double>(std::size_t(nodes), 0.0));
  for (int tile = 0; tile < int(tiles); ++tile) {
    const double begin = edge(columns, int(tiles), tile), end = edge(columns, int(tiles), tile + 1);
    for (Index block = Index(begin) / nb; double(block * nb) < end; ++block) {
      const int node = over[std::size_t(block) % over.size()];
      map.share[std::size_t(tile)][std::size_t(node)] +=
          overlap(begin, end, double(block * nb), double((block + 1) * nb)) / (end - begin);
    }
  }
  return map;
}

std::vector<double> HomeMap::elements_by_node(Range row_range, Range column_range) const {
  std::vector<double> elements(share.empty() ? 0 : share[0].size(), 0.0);
  const Range across = tiles_near(columns, column_tiles, column_range),
              down = tiles_near(rows, row_tiles, row_range);
  for (auto column = static_cast<int>(across.begin); column < across.end; ++column) {
    const double width = overlap(edge(columns, column_tiles, column), edge(columns, column_tiles, column + 1),
                                 double(column_range.begin), double(column_range.end));
    if (width <= 0) continue;
    for (auto row = static_cast<int>(down.begin); row < down.end; ++row) {
      const double height = overlap(edge(rows, row_tiles, row), edge(rows, row_tiles, row + 1),
                                    double(row_range.begin), double(row_range.end));
      if (height <= 0) continue;
      const auto& tile = share[std::size_t(row) + std::size_t(column) * std::size_t(row_tiles)];
      for (std::size_t node = 0; node < elements.size(); ++node)
        elements[node] += width * height * tile[node];
    }
  }
  return elements;
}

HomeMap HomeMap::transposed() const {
  HomeMap map{columns, rows, column_tiles, row_tiles, {}};
  for (int row = 0; row < row_tiles; ++row)
    for (int column = 0; column < column_tiles; ++column)
      map.share.push_back(share[static_cast<std::size_t>(row + column * row_tiles)]);
  return map;
}

HomeMap HomeMap::part(Range row_range, Range column_range) const {
  const auto tiles = [](Index size, int of_whole) {
    return of_whole == 1 ? 1 : static_cast<int>(std::clamp<Index>(size, 1, most_part_tiles));
  };
  const auto cut = [](Range range, int count, int at) {
    return Range{range.begin + range.size() * at / count, range.begin + range.size() * (at + 1) / count};
  };
  HomeMap map{row_range.size(),
              column_range.size(),
              tiles(row_range.size(), row_tiles),
              tiles(column_range.size(), column_tiles),
              {}};
  for (int column = 0; column < map.column_tiles; ++column)
    for (int row = 0; row < map.row_tiles; ++row) {
      std::vector<double> shares =
          elements_by_node(cut(row_range, map.row_tiles, row), cut(column_range, map.column_tiles, column));
      const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
      for (double& node : shares) node /= all > 0 ? all : 1;
      map.share.push_back(std::move(shares));
    }
  return map;
}

}  // namespace numapack
