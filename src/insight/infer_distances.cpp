// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "insight/groups.hpp"
#include "insight/infer.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// Values in clusters: a new one begins where the next value is farther off than `gap` (a fraction).
std::vector<std::pair<double, double>> clusters(std::vector<double> values, double gap) {
  std::sort(values.begin(), values.end());
  std::vector<std::pair<double, double>> ranges;
  for (const double value : values) {
    if (ranges.empty() || value > ranges.back().second * (1 + gap)) ranges.emplace_back(value, value);
    ranges.back().second = value;
  }
  return ranges;
}

std::string groups_text(const std::vector<std::vector<int>>& groups) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, groups.size()); ++i) {
    text += (i == 0 ? "" : " | ") + list_text(groups[i]);
  }
  return groups.size() > most ? fmt::format("{} | … ({} groups)", text, groups.size()) : text;
}

std::string range_text(const DistanceClass& distance) {
  return distance.up_to_ns - distance.from_ns < 0.05
             ? ns(distance.from_ns)
             : fmt::format("{:.4g}-{}", distance.from_ns, ns(distance.up_to_ns));
}

/// One reader's row: the cores at each distance from it.
void rings(const Reading& reading, double gap, Inferences& found) {
  const int reader = reading.table.readers().front();
  std::vector<double> values;
  for (const auto& [from, owner] : reading.table.pairs())
    values.push_back(*reading.table.latency(from, owner));
  for (const auto& [low, high] : clusters(values, gap)) {
    DistanceClass distance{low, high, {{}}};
    for (const auto& [from, owner] : reading.table.pairs()) {
      const double value = *reading.table.latency(from, owner);
      if (value >= low && value <= high) distance.groups[0].push_back(owner);
    }
    found.distances.push_back(std::move(distance));
  }
  found.one_reader = true;
  Inference inference{"core groups", fmt::format("{} distances from {}", found.distances.size(), reader), {}};
  for (const DistanceClass& distance : found.distances) {
    inference.evidence.push_back(range_text(distance) + ": " + groups_text(distance.groups));
  }
  found.statements.push_back(std::move(inference));
}

}  // namespace

void infer_distances(const Reading& reading, Inferences& found) {
  const CoreTable& table = reading.table;
  if (table.pairs().empty()) return;
  // Printed figures have no noise that we know of; measured ones are apart when noise cannot bridge them.
  const double gap = table.noise() ? std::max(0.05, 3 * *table.noise()) : 0.02;
  if (table.readers().size() == 1) return rings(reading, gap, found);

  // The faster way of a pair: a disturbed or asymmetric one must not make a distance of its own.
  std::map<std::pair<int, int>, double> edges;
  for (const auto& [reader, owner] : table.pairs()) {
    const double value = *table.latency(reader, owner);
    const auto edge = edges.emplace(std::minmax(reader, owner), value).first;
    edge->second = std::min(edge->second, value);
  }
  std::vector<double> values;
  for (const auto& [pair, value] : edges) values.push_back(value);
  Groups groups;
  std::size_t before = table.pus().size();
  for (const auto& [low, high] : clusters(values, gap)) {
    for (const auto& [pair, value] : edges) {
      if (value >= low && value <= high) groups.join(pair.first, pair.second);
    }
    std::vector<std::vector<int>> now = groups.all();
    std::size_t alone = table.pus().size();
    for (const auto& group : now) alone -= group.size();
    // Pairs that connect no groups are slow paths within a group, not a larger distance.
    if (now.size() + alone == before) continue;
    before = now.size() + alone;
    found.distances.push_back({low, high, std::move(now)});
  }
  Inference inference{"core groups", fmt::format("{} distances between cores", found.distances.size()), {}};
  for (const DistanceClass& distance : found.distances) {
    inference.evidence.push_back("within " + range_text(distance) + ": " + groups_text(distance.groups));
  }
  found.statements.push_back(std::move(inference));
}

}  // namespace numapack
