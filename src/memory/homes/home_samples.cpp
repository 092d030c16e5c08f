// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/home_samples.hpp"

#include <algorithm>
#include <cmath>

#include "base/split.hpp"
#include "memory/census.hpp"

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

}  // namespace

HomeSamples choose_samples(const void* data, Index rows, Index columns, Index leading,
                           std::size_t element_bytes, std::size_t page_bytes, int samples) {
  const int budget = std::max(1, samples / 4);
  const Index pages_a_column = divide_up(rows * Index(element_bytes), Index(page_bytes));
  const auto side = Index(std::sqrt(double(budget)));
  HomeSamples chosen;
  chosen.row_tiles = int(std::clamp<Index>(std::min(pages_a_column, rows), 1, std::min<Index>(16, side)));
  chosen.column_tiles = int(std::clamp<Index>(columns, 1, std::min<Index>(16, budget / chosen.row_tiles)));
  chosen.drawn = std::max(1, samples / (chosen.row_tiles * chosen.column_tiles));

  const auto* bytes = static_cast<const char*>(data);
  chosen.addresses.reserve(std::size_t(chosen.row_tiles * chosen.column_tiles * chosen.drawn));
  for (int column = 0; column < chosen.column_tiles; ++column) {
    for (int row = 0; row < chosen.row_tiles; ++row) {
      for (int sample = 0; sample < chosen.drawn; ++sample) {
        const int index = int(chosen.addresses.size());
        const double down = scattered(index, 0.7548776662466927),
                     along = scattered(index, 0.5698402909980532);
        const Index i = std::min(rows - 1, Index((row + down) * double(rows) / chosen.row_tiles));
        const Index j =
            std::min(columns - 1, Index((column + along) * double(columns) / chosen.column_tiles));
        chosen.addresses.push_back(bytes + (i + j * leading) * Index(element_bytes));
      }
    }
  }
  return chosen;
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
    chosen[i] =
        choose_samples(of.data, of.rows, of.columns, of.leading, element_bytes, machine.page_bytes, samples);
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

}  // namespace numapack
