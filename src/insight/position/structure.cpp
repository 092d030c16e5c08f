// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/shuffle.hpp"
#include "base/statistics.hpp"
#include "insight/position/shuffles.hpp"

namespace numapack {

const char* name(LatencyStructure structure) {
  return structure == LatencyStructure::groups     ? "groups"
         : structure == LatencyStructure::gradient ? "gradient"
                                                   : "none";
}

namespace {

/// How far CPUs lie apart that follow each other.
double along(const Distances& distances, const std::vector<std::size_t>& order) {
  double sum = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const double by = distances[order[i - 1]][order[i]];
    sum += by * by;
  }
  return sum;
}

/// Of the column that spreads most, as a fraction of its median; the extreme twentieths do not count.
double spread_of(const LatencyTable& table) {
  double greatest = 0;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    std::vector<double> cells;
    for (std::size_t row = 0; row < table.cpus.size(); ++row)
      if (!table.between_cores || row != column) cells.push_back(table.ns[row][column]);
    std::sort(cells.begin(), cells.end());
    const std::size_t cut = cells.size() / 20;
    greatest = std::max(greatest, (cells[cells.size() - 1 - cut] - cells[cut]) / median(cells));
  }
  return greatest;
}

LatencyGroup group_of(const LatencyTable& table) {
  LatencyGroup group;
  group.cpus = table.cpus;
  std::vector<double> cells;
  for (std::size_t row = 0; row < table.cpus.size(); ++row)
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      if (!table.between_cores || row != column) cells.push_back(table.ns[row][column]);
  if (cells.empty()) return group;
  const Spread range = spread(cells);
  group.median_ns = range.median;
  group.least_ns = range.min;
  group.greatest_ns = range.max;
  return group;
}

LatencyGroup divide(const LatencyTable& table, const GroupingOptions& options, bool whole) {
  constexpr std::size_t least_rows = 6, least_columns = 3;
  LatencyGroup group = group_of(table);
  if (table.cpus.size() < least_rows) {
    group.because = "too few CPUs to tell structure from noise";
    return group;
  }
  if (const double range = spread_of(table); whole && range < options.least_spread) {
    group.because = fmt::format("latencies spread by {:.1f} %, less than the {:.1f} % that count",
                                100 * range, 100 * options.least_spread);
    return group;
  }
  std::mt19937_64 random(options.seed + std::uint64_t(table.cpus.front()));
  const Distances distances = row_distances(table);
  const bool few_columns = table.columns.size() < least_columns;
  const Clustering best =
      few_columns ? cluster(distances, std::min(16, int(table.cpus.size() / 4)), 0.9) : cluster(distances);
  group.silhouette = best.silhouette;
  std::vector<std::size_t> order(table.cpus.size());
  for (std::size_t row = 0; row < order.size(); ++row) order[row] = row;
  const double as_numbered = along(distances, order);
  group.chance_of_order = chance(options, random, [&](std::mt19937_64& dice) {
    shuffle(order, dice);
    return along(distances, order) <= as_numbered;
  });
  if (!few_columns)
    group.chance_of_groups = chance(options, random, [&](std::mt19937_64& dice) {
      return cluster(row_distances(shuffled(table, dice))).silhouette >= best.silhouette;
    });
  if (std::min(group.chance_of_order, group.chance_of_groups) > options.most_chance) {
    group.because = "no more than noise: shuffled figures do as well";
    return group;
  }
  group.structure = LatencyStructure::gradient;
  if (best.silhouette < options.least_silhouette) {
    group.because = fmt::format("no groups: the best division has a silhouette of {:.2f}, less than {:.2f}",
                                best.silhouette, options.least_silhouette);
    return group;
  }
  group.structure = LatencyStructure::groups;
  std::vector<std::vector<std::size_t>> rows(std::size_t(best.count));
  for (std::size_t row = 0; row < best.labels.size(); ++row)
    rows[std::size_t(best.labels[row])].push_back(row);
  for (const auto& part : rows) group.parts.push_back(divide(part_of(table, part), options, false));
  return group;
}

}  // namespace

LatencyGroup find_structure(const LatencyTable& table, const GroupingOptions& options) {
  if (table.cpus.empty()) return {};
  return divide(table, options, true);
}

LatencyGroup find_structure(const std::vector<Reported>& reported, const GroupingOptions& options) {
  const std::string slowest = "slowest core", fastest = "fastest core";
  LatencyGroup group;
  std::string spreads;
  for (const Reported& slow : reported) {
    if (!slow.quantity.starts_with(slowest) || !slow.value.valid()) continue;
    const std::string memory = slow.quantity.substr(slowest.size());  // ", DDR4"
    for (const Reported& fast : reported) {
      if (fast.quantity != fastest + memory || !fast.value.valid()) continue;
      const double by = (slow.value.value() - fast.value.value()) / fast.value.value();
      if (!(by < options.least_spread)) return group;
      spreads += fmt::format("{}{:.1f} %{}", spreads.empty() ? "" : " and ", 100 * by,
                             memory.starts_with(", ") ? " (" + memory.substr(2) + ")" : memory);
    }
  }
  if (!spreads.empty())
    group.because = fmt::format("fastest and slowest core are {} apart, less than the {:.1f} % that count",
                                spreads, 100 * options.least_spread);
  return group;
}

std::vector<LatencyGroup> undivided(const LatencyGroup& group) {
  if (group.parts.empty()) return {group};
  std::vector<LatencyGroup> all;
  for (const LatencyGroup& part : group.parts)
    for (LatencyGroup& one : undivided(part)) all.push_back(std::move(one));
  std::sort(all.begin(), all.end(), [](const LatencyGroup& one, const LatencyGroup& other) {
    return one.cpus.front() < other.cpus.front();
  });
  return all;
}

}  // namespace numapack
