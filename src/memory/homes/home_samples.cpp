// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/home_samples.hpp"

#include <algorithm>
#include <cmath>

#include "base/split.hpp"
#include "memory/pages/census.hpp"

namespace numapack {

namespace {

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

/// `drawn` addresses of each of so many tiles.
HomeSamples samples_of_tiles(const MatrixAt& of, std::size_t element_bytes, int row_tiles, int column_tiles,
                             int drawn) {
  HomeSamples chosen{row_tiles, column_tiles, drawn, {}};
  const auto* bytes = static_cast<const char*>(of.data);
  chosen.addresses.reserve(std::size_t(row_tiles * column_tiles * drawn));
  for (int column = 0; column < column_tiles; ++column) {
    for (int row = 0; row < row_tiles; ++row) {
      for (int sample = 0; sample < drawn; ++sample) {
        const int index = int(chosen.addresses.size());
        const double down = scattered(index, 0.7548776662466927),
                     along = scattered(index, 0.5698402909980532);
        const Index i = std::min(of.rows - 1, Index((row + down) * double(of.rows) / row_tiles));
        const Index j = std::min(of.columns - 1, Index((column + along) * double(of.columns) / column_tiles));
        chosen.addresses.push_back(bytes + (i + j * of.leading) * Index(element_bytes));
      }
    }
  }
  return chosen;
}

}  // namespace

HomeSamples choose_samples(const MatrixAt& of, std::size_t element_bytes, std::size_t page_bytes,
                           int samples) {
  const int budget = std::max(1, samples / 4);
  const Index pages_a_column = divide_up(of.rows * Index(element_bytes), Index(page_bytes));
  const auto side = Index(std::sqrt(double(budget)));
  const int rows = int(std::clamp<Index>(std::min(pages_a_column, of.rows), 1, std::min<Index>(16, side)));
  const int columns = int(std::clamp<Index>(of.columns, 1, std::min<Index>(16, budget / rows)));
  return samples_of_tiles(of, element_bytes, rows, columns, std::max(1, samples / (rows * columns)));
}

HomeMap homes_from_samples(Index rows, Index columns, const HomeSamples& samples,
                           const std::vector<int>& answers, int nodes, int fallback_node) {
  HomeMap map{rows, columns, samples.row_tiles, samples.column_tiles, {}};
  map.share.assign(std::size_t(samples.row_tiles * samples.column_tiles),
                   std::vector<double>(std::size_t(nodes), 0.0));
  std::vector<double> common(std::size_t(nodes), 0.0);
  for (std::size_t index = 0; index < answers.size(); ++index) {
    const auto node = std::size_t(answers[index] < 0 ? fallback_node : answers[index]);
    map.share[index / std::size_t(samples.drawn)][node] += 1;
    common[node] += 1;
  }
  // Counts first: whole numbers sum without rounding, so that pure tiles have a share of exactly 1.
  for (auto& share : map.share) {
    for (double& part : share) part /= samples.drawn;
  }
  for (double& part : common) part /= double(answers.size());
  if (map.share.size() > 1 && only_sampling_noise(map, common, samples.drawn)) {
    return HomeMap{rows, columns, 1, 1, {common}};
  }
  return map;
}

std::vector<HomeMap> sample_homes(const std::vector<MatrixAt>& matrices, std::size_t element_bytes,
                                  const Machine& machine, int fallback_node, int samples, Probes* probes) {
  constexpr std::size_t kept = 16;  // probes of a matrix
  const int nodes = std::max(1, int(machine.nodes.size()));
  std::vector<HomeMap> maps;
  std::vector<HomeSamples> chosen(matrices.size());
  std::vector<const void*> addresses;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const MatrixAt& of = matrices[i];
    maps.push_back(HomeMap::on_node(of.rows, of.columns, fallback_node, nodes));
    if (nodes == 1 || samples <= 0 || of.data == nullptr || of.rows <= 0 || of.columns <= 0) continue;
    chosen[i] = choose_samples(of, element_bytes, machine.page_bytes, samples);
    addresses.insert(addresses.end(), chosen[i].addresses.begin(), chosen[i].addresses.end());
  }
  if (addresses.empty()) return maps;
  const std::vector<int> answers = homes_of(addresses, machine);
  auto at = answers.begin();
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const std::size_t count = chosen[i].addresses.size();
    if (count == 0) continue;
    const std::vector<int> own(at, at + std::ptrdiff_t(count));
    at += std::ptrdiff_t(count);
    maps[i] = homes_from_samples(matrices[i].rows, matrices[i].columns, chosen[i], own, nodes, fallback_node);
    const std::size_t probed = probes == nullptr ? 0 : std::min(kept, count);
    for (std::size_t probe = 0; probe < probed; ++probe) {
      probes->addresses.push_back(chosen[i].addresses[probe * count / probed]);
      probes->homes.push_back(own[probe * count / probed]);
    }
  }
  return maps;
}

HomeMap sample_homes_of_columns(const MatrixAt& of, std::size_t element_bytes, const Machine& machine,
                                int fallback_node, Index stretches) {
  constexpr int drawn = 8;
  const auto nodes = static_cast<int>(machine.nodes.size());
  if (nodes < 2 || of.rows <= 0 || of.columns <= 0)
    return HomeMap::on_node(of.rows, of.columns, fallback_node, std::max(1, nodes));
  const HomeSamples chosen = samples_of_tiles(
      of, element_bytes, 1, int(std::clamp<Index>(stretches, 1, std::min<Index>(1024, of.columns))), drawn);
  return homes_from_samples(of.rows, of.columns, chosen, homes_of(chosen.addresses, machine), nodes,
                            fallback_node);
}

}  // namespace numapack
