// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/statistics.hpp"
#include "insight/position/levels.hpp"
#include "insight/position/shuffles.hpp"

namespace numapack {

const char* name(LatencyStructure structure) {
  return structure == LatencyStructure::groups     ? "groups"
         : structure == LatencyStructure::gradient ? "gradient"
                                                   : "none";
}

namespace {

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
  std::vector<double> all;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    std::vector<double> cells;
    for (std::size_t row = 0; row < table.cpus.size(); ++row)
      if (!table.between_cores || row != column) cells.push_back(table.ns[row][column]);
    if (!table.between_cores) group.to_memories_ns.push_back(median(cells));
    all.insert(all.end(), cells.begin(), cells.end());
  }
  if (all.empty()) return group;
  const Spread range = spread(all);
  group.median_ns = range.median;
  group.least_ns = range.min;
  group.greatest_ns = range.max;
  return group;
}

/// Cores see each other in tiles of two; they see memories in larger groups.
Clustering best_division(const LatencyTable& table) {
  const Distances distances = row_distances(table);
  const int rows = int(table.cpus.size()), fourth = rows / 4;
  return table.columns.size() < least_columns
             ? cluster(distances, std::min(16, fourth), 0.9)
             : cluster(distances, std::max(16, table.between_cores ? rows / 2 : fourth));
}

std::size_t row_of(const LatencyTable& table, int cpu) {
  return std::size_t(std::lower_bound(table.cpus.begin(), table.cpus.end(), cpu) - table.cpus.begin());
}

/// The parts, but of one that has more than twice as many CPUs as most its own parts: one socket, and the
/// core complexes of another.
std::vector<LatencyGroup> evened(const std::vector<LatencyGroup>& parts) {
  std::vector<double> sizes;
  for (const LatencyGroup& part : parts) sizes.push_back(double(part.cpus.size()));
  const double most = 2 * median(sizes);
  std::vector<LatencyGroup> even;
  for (const LatencyGroup& part : parts) {
    if (part.parts.empty() || double(part.cpus.size()) <= most)
      even.push_back(part);
    else
      even.insert(even.end(), part.parts.begin(), part.parts.end());
  }
  std::sort(even.begin(), even.end(), [](const LatencyGroup& one, const LatencyGroup& other) {
    return one.cpus.front() < other.cpus.front();
  });
  return even;
}

Clustering division_into(const std::vector<LatencyGroup>& groups, const LatencyTable& table) {
  Clustering division{std::vector<int>(table.cpus.size(), 0), int(groups.size()), 0};
  for (std::size_t group = 0; group < groups.size(); ++group)
    for (const int cpu : groups[group].cpus) division.labels[row_of(table, cpu)] = int(group);
  return division;
}

/// What the coarser divisions say of groups: the last one's groups, each of groups of the one before.
std::vector<LatencyGroup> nested(const LatencyTable& table, std::vector<LatencyGroup> groups,
                                 const std::vector<Clustering>& levels, const LatencyGroup& whole) {
  double silhouette = whole.silhouette;
  for (const Clustering& level : levels) {
    const auto rows = members_of(level);
    std::vector<std::vector<LatencyGroup>> members(rows.size());
    for (LatencyGroup& group : groups) {
      const int label = level.labels[row_of(table, group.cpus.front())];
      members[std::size_t(label)].push_back(std::move(group));
    }
    groups.clear();
    for (std::size_t label = 0; label < members.size(); ++label) {
      if (members[label].size() == 1) {
        groups.push_back(std::move(members[label].front()));
        continue;
      }
      LatencyGroup group = group_of(part_of(table, rows[label]));
      group.structure = LatencyStructure::groups;
      group.silhouette = silhouette;
      group.chance_of_groups = whole.chance_of_groups;
      group.chance_of_order = whole.chance_of_order;
      group.parts = std::move(members[label]);
      groups.push_back(std::move(group));
    }
    silhouette = level.silhouette;
  }
  return groups;
}

LatencyGroup divide(const LatencyTable& table, const GroupingOptions& options, bool whole) {
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
  const Clustering best = best_division(table);
  const NoiseChances chances = noise_chances(table, best, options, random);
  group.silhouette = best.silhouette;
  group.chance_of_order = chances.of_order;
  group.chance_of_groups = chances.of_groups;
  if (chances.least() > options.most_chance) {
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
  for (const auto& rows : members_of(best))
    group.parts.push_back(divide(part_of(table, rows), options, false));
  const std::vector<LatencyGroup> even = evened(group.parts);
  const std::vector<Clustering> levels =
      coarser_divisions(table, division_into(even, table), options, random);
  if (levels.empty()) return group;
  group.parts = nested(table, even, levels, group);
  group.silhouette = levels.back().silhouette;
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

std::string latencies_text(const LatencyGroup& group) {
  constexpr std::size_t most = 8;
  if (group.to_memories_ns.empty() && group.cpus.size() < 2) return "-";
  if (group.to_memories_ns.size() < 2) return fmt::format("{:.4g} ns", group.median_ns);
  const auto [least, greatest] =
      std::minmax_element(group.to_memories_ns.begin(), group.to_memories_ns.end());
  if (group.to_memories_ns.size() > most) return fmt::format("{:.4g} to {:.4g} ns", *least, *greatest);
  std::string text;
  for (const double to_memory : group.to_memories_ns) text += fmt::format("{:.4g} ", to_memory);
  return text + "ns";
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
