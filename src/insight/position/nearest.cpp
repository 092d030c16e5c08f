// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/nearest.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <random>

#include "base/statistics.hpp"
#include "insight/position/shuffles.hpp"

namespace numapack {

namespace {

/// The columns of the kind of memory that most columns have.
LatencyTable of_one_kind(const LatencyTable& table, const ProfiledMachine& machine) {
  std::map<std::string, std::vector<std::size_t>> kinds;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const ProfiledNode* const node = machine.node(table.columns[column]);
    kinds[node == nullptr ? "" : node->kind].push_back(column);
  }
  LatencyTable one{table.cpus, {}, false, {}, table.left_out};
  if (kinds.empty()) return one;
  const auto& columns = std::max_element(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
                          return a.second.size() < b.second.size();
                        })->second;
  for (const std::size_t column : columns) one.columns.push_back(table.columns[column]);
  for (const std::vector<double>& row : table.ns) {
    std::vector<double> kept;
    for (const std::size_t column : columns) kept.push_back(row[column]);
    one.ns.push_back(std::move(kept));
  }
  return one;
}

/// The column of each row's least cell, numbered as they appear.
struct Division {
  std::vector<int> labels;
  std::vector<std::size_t> columns;  ///< of each label
};

Division by_least_cell(const LatencyTable& table) {
  Division division;
  for (const std::vector<double>& row : table.ns) {
    const auto column = std::size_t(std::min_element(row.begin(), row.end()) - row.begin());
    const auto known = std::find(division.columns.begin(), division.columns.end(), column);
    division.labels.push_back(int(known - division.columns.begin()));
    if (known == division.columns.end()) division.columns.push_back(column);
  }
  return division;
}

double silhouette_of(const LatencyTable& table) {
  const Division division = by_least_cell(table);
  return division.columns.size() < 2
             ? -1
             : mean_silhouette(row_distances(table), division.labels, int(division.columns.size()));
}

NearestMemory group_of(const LatencyTable& table, const Division& division, std::size_t label) {
  NearestMemory group;
  const std::size_t own = division.columns[label];
  group.node = table.columns[own];
  std::vector<double> own_ns, next_ns;
  for (std::size_t row = 0; row < table.cpus.size(); ++row) {
    if (std::size_t(division.labels[row]) != label) continue;
    double next = std::numeric_limits<double>::infinity();
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      if (column != own) next = std::min(next, table.ns[row][column]);
    group.cpus.push_back(table.cpus[row]);
    own_ns.push_back(table.ns[row][own]);
    next_ns.push_back(next);
    group.gaps_ns.push_back(next - table.ns[row][own]);
  }
  group.own_ns = median(own_ns);
  group.next_ns = median(next_ns);
  return group;
}

}  // namespace

NearestMemories nearest_memories(const LatencyTable& all, const ProfiledMachine& machine,
                                 const GroupingOptions& options) {
  constexpr std::size_t least_rows = 4;
  NearestMemories found;
  if (all.between_cores) return found;
  const LatencyTable table = of_one_kind(all, machine);
  found.nodes = table.columns;
  const Division division = by_least_cell(table);
  if (table.cpus.size() < least_rows || division.columns.size() < 2) return found;
  for (std::size_t label = 0; label < division.columns.size(); ++label)
    found.groups.push_back(group_of(table, division, label));
  std::sort(found.groups.begin(), found.groups.end(),
            [](const NearestMemory& one, const NearestMemory& other) { return one.node < other.node; });
  found.silhouette = silhouette_of(table);
  std::mt19937_64 random(options.seed);
  found.chance = chance(options, random, [&](std::mt19937_64& dice) {
    return silhouette_of(shuffled(table, dice)) >= found.silhouette;
  });
  if (found.chance > options.most_chance) found.groups.clear();
  return found;
}

}  // namespace numapack
