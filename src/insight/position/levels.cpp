// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/levels.hpp"

#include <algorithm>
#include <optional>

#include "base/shuffle.hpp"
#include "insight/position/shuffles.hpp"

namespace numapack {

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

/// A row a group, and between cores a column: means of its cells.
LatencyTable table_of_groups(const LatencyTable& table, const Clustering& division) {
  const auto groups = std::size_t(division.count);
  const std::size_t columns = table.between_cores ? groups : table.columns.size();
  const auto label = [&](std::size_t row) { return std::size_t(division.labels[row]); };
  LatencyTable means{{}, table.columns, table.between_cores, {}, 0};
  for (std::size_t group = 0; group < groups; ++group) means.cpus.push_back(int(group));
  if (table.between_cores) means.columns = means.cpus;
  means.ns.assign(groups, std::vector<double>(columns, 0));
  std::vector<std::vector<int>> cells(groups, std::vector<int>(columns, 0));
  for (std::size_t row = 0; row < table.cpus.size(); ++row)
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (table.between_cores && row == column) continue;
      const std::size_t to = table.between_cores ? label(column) : column;
      means.ns[label(row)][to] += table.ns[row][column];
      ++cells[label(row)][to];
    }
  for (std::size_t group = 0; group < groups; ++group)
    for (std::size_t to = 0; to < columns; ++to)
      if (cells[group][to] > 0) means.ns[group][to] /= cells[group][to];
  return means;
}

using GroupMembers = std::vector<std::vector<std::size_t>>;

/// Means over the pairs of two groups' members.
Distances between(const GroupMembers& groups, const Distances& distances) {
  Distances means(groups.size(), std::vector<double>(groups.size(), 0));
  for (std::size_t one = 0; one < groups.size(); ++one)
    for (std::size_t other = 0; other < one; ++other) {
      double sum = 0;
      for (const std::size_t row : groups[one])
        for (const std::size_t column : groups[other]) sum += distances[row][column];
      means[one][other] = means[other][one] = sum / double(groups[one].size() * groups[other].size());
    }
  return means;
}

/// What so many groups reach that lie evenly along a line, and have no levels.
double silhouette_of_even(int groups) {
  const auto size = std::size_t(groups);
  Distances line(size, std::vector<double>(size, 0));
  for (std::size_t one = 0; one < size; ++one)
    for (std::size_t other = 0; other < one; ++other)
      line[one][other] = line[other][one] = double(one - other);
  return cluster(line).silhouette;
}

/// Labels of labels.
Clustering composed(const Clustering& fine, Clustering coarse) {
  std::vector<int> labels;
  for (const int label : fine.labels) labels.push_back(coarse.labels[std::size_t(label)]);
  coarse.labels = std::move(labels);
  return coarse;
}

/// What each step up shares: the finest groups of a table.
struct Finest {
  const LatencyTable& table;
  const GroupMembers rows;
  const LatencyTable means;
  const Distances distances;
};

/// Above a division of the finest groups.
std::optional<Clustering> coarser(const Finest& finest, const Clustering& fine,
                                  const GroupingOptions& options, std::mt19937_64& random) {
  const GroupMembers groups = members_of(fine);
  const Clustering up = cluster(between(groups, finest.distances));
  if (up.count == 1 || up.silhouette < std::max(options.least_silhouette, silhouette_of_even(fine.count)))
    return {};
  const bool first = groups.size() == finest.rows.size();
  if (first && groups.size() >= least_rows &&
      noise_chances(finest.means, up, options, random).least() > options.most_chance)
    return {};
  const double otherwise = chance(options, random, [&](std::mt19937_64& dice) {
    std::vector<std::size_t> drawn;
    for (const auto& rows : finest.rows) drawn.push_back(rows[dice() % rows.size()]);
    const Distances distances = between(groups, row_distances(part_of(finest.table, drawn)));
    return mean_silhouette(distances, up.labels, up.count) < options.least_silhouette / 2;
  });
  if (otherwise > options.most_chance) return {};
  return composed(fine, up);
}

}  // namespace

NoiseChances noise_chances(const LatencyTable& table, const Clustering& division,
                           const GroupingOptions& options, std::mt19937_64& random) {
  NoiseChances chances;
  const Distances distances = row_distances(table);
  std::vector<std::size_t> order(table.cpus.size());
  for (std::size_t row = 0; row < order.size(); ++row) order[row] = row;
  const double as_numbered = along(distances, order);
  chances.of_order = chance(options, random, [&](std::mt19937_64& dice) {
    shuffle(order, dice);
    return along(distances, order) <= as_numbered;
  });
  if (table.columns.size() >= least_columns)
    chances.of_groups = chance(options, random, [&](std::mt19937_64& dice) {
      return cluster(row_distances(shuffled(table, dice)), std::max(16, division.count)).silhouette >=
             division.silhouette;
    });
  return chances;
}

std::vector<Clustering> coarser_divisions(const LatencyTable& table, const Clustering& fine,
                                          const GroupingOptions& options, std::mt19937_64& random) {
  std::vector<Clustering> levels;
  if (table.columns.size() < least_columns) return levels;
  const LatencyTable means = table_of_groups(table, fine);
  const Finest finest{table, members_of(fine), means, row_distances(means)};
  Clustering groups{{}, fine.count, 0};
  for (int group = 0; group < fine.count; ++group) groups.labels.push_back(group);
  while (const auto next = coarser(finest, groups, options, random)) {
    levels.push_back(composed(fine, *next));
    groups = *next;
  }
  return levels;
}

}  // namespace numapack
