#include "gemm/homes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gemm/split.hpp"
#include "memory/census.hpp"

namespace numapack {

namespace {

/// Most tiles along the columns of a block-cyclic map; finer layouts are averaged.
constexpr Index most_tiles = 4096;

/// Real-valued edge of tile `tile` when `size` elements are cut into `tiles` equal parts.
double edge(Index size, int tiles, int tile) { return double(size) * tile / tiles; }

double overlap(double begin_a, double end_a, double begin_b, double end_b) {
  return std::max(0.0, std::min(end_a, end_b) - std::max(begin_a, begin_b));
}

/// True if the differences between tiles are no larger than drawing `drawn` samples a tile from one common
/// distribution makes them (Pearson's chi-squared, four standard deviations of slack). Interleaved pages then
/// become one tile, so that a plan does not chase sampling noise.
bool only_sampling_noise(const HomeMap& map, const std::vector<double>& common, int drawn) {
  double statistic = 0;
  for (const auto& share : map.share) {
    for (std::size_t node = 0; node < common.size(); ++node) {
      const double difference = share[node] - common[node];
      if (common[node] > 0) statistic += drawn * difference * difference / common[node];
    }
  }
  const auto present = std::count_if(common.begin(), common.end(), [](double s) { return s > 0; });
  const double freedom = double(map.share.size() - 1) * double(present - 1);
  return statistic <= freedom + 4 * std::sqrt(2 * freedom);
}

/// The fractional part of a low-discrepancy sequence (multiples of the golden ratio's conjugates in two
/// dimensions). Irrational steps, because page interleaving is periodic: samples at a regular stride would
/// see one node only.
double scattered(int index, double step) {
  const double value = 0.5 + index * step;
  return value - std::floor(value);
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
  for (int column = 0; column < column_tiles; ++column) {
    const double width = overlap(edge(columns, column_tiles, column), edge(columns, column_tiles, column + 1),
                                 double(column_range.begin), double(column_range.end));
    if (width <= 0) continue;
    for (int row = 0; row < row_tiles; ++row) {
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

HomeMap sample_homes(const void* data, Index rows, Index columns, Index leading, std::size_t element_bytes,
                     const Machine& machine, int fallback_node, int samples) {
  const int nodes = int(machine.nodes.size());
  if (rows <= 0 || columns <= 0 || samples <= 0 || nodes <= 1 || data == nullptr) {
    return HomeMap::on_node(rows, columns, fallback_node, std::max(nodes, 1));
  }
  // Four samples a tile tell a mixture from a pure tile; tiles of less than a page of a column say nothing
  // new.
  const Index budget = std::max(1, samples / 4);
  const Index pages_a_column = divide_up(rows * Index(element_bytes), Index(machine.page_bytes));
  const Index side = std::max<Index>(1, Index(std::sqrt(double(budget))));
  const int row_tiles = int(std::clamp<Index>(std::min(pages_a_column, rows), 1, std::min<Index>(16, side)));
  const int column_tiles = int(std::clamp<Index>(columns, 1, std::min<Index>(16, budget / row_tiles)));
  const int drawn = std::max(1, samples / (row_tiles * column_tiles));

  HomeMap map{rows, columns, row_tiles, column_tiles, {}};
  std::vector<const void*> addresses;
  addresses.reserve(std::size_t(row_tiles * column_tiles * drawn));
  const auto* bytes = static_cast<const char*>(data);
  for (int column = 0; column < column_tiles; ++column) {
    for (int row = 0; row < row_tiles; ++row) {
      for (int sample = 0; sample < drawn; ++sample) {
        const int index = int(addresses.size());
        // A tile's first sample is its middle if it is the only one; all others scatter.
        const double down = drawn == 1 ? 0.5 : scattered(index, 0.7548776662466927);
        const double along = drawn == 1 ? 0.5 : scattered(index, 0.5698402909980532);
        const Index i = std::min(rows - 1, Index((row + down) * double(rows) / row_tiles));
        const Index j = std::min(columns - 1, Index((column + along) * double(columns) / column_tiles));
        addresses.push_back(bytes + (i + j * leading) * Index(element_bytes));
      }
    }
  }

  const std::vector<int> homes = homes_of(addresses, machine);
  map.share.assign(std::size_t(row_tiles * column_tiles), std::vector<double>(std::size_t(nodes), 0.0));
  std::vector<double> common(std::size_t(nodes), 0.0);
  for (std::size_t index = 0; index < homes.size(); ++index) {
    const auto node = std::size_t(homes[index] < 0 ? fallback_node : homes[index]);
    map.share[index / std::size_t(drawn)][node] += 1.0 / drawn;
    common[node] += 1.0 / double(homes.size());
  }
  if (map.share.size() > 1 && only_sampling_noise(map, common, drawn)) {
    return HomeMap{rows, columns, 1, 1, {common}};
  }
  return map;
}

}  // namespace numapack
