// SPDX-License-Identifier: BSD-3-Clause
#include "insight/core_table.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/statistics.hpp"

namespace numapack {

namespace {

/// Less is better: see the class.
std::tuple<std::uint64_t, int> rank(const CoreToCore& cell, const ProfiledMachine& machine) {
  if (cell.home >= 0 && cell.home == machine.node_of_pu(cell.owner)) return {cell.bytes, 0};
  if (cell.home >= 0 && cell.home == machine.node_of_pu(cell.reader)) return {cell.bytes, 1};
  return {cell.bytes, 2};
}

}  // namespace

CoreTable::CoreTable(const MeasuredProfile& profile) {
  std::map<std::pair<Key, std::pair<int, int>>, std::tuple<std::uint64_t, int>> ranks;
  std::map<Key, int> counts;
  std::vector<double> ranges;
  std::map<int, std::vector<double>> errors;
  for (const CoreToCore& cell : profile.core_to_core) {
    if (!cell.latency_ns.valid() || !(cell.latency_ns.value() > 0) || cell.level <= 0) continue;
    // Where a third thread's place changes the answer, its place belongs to the question.
    if (cell.state == LineState::shared && cell.sharer >= 0) continue;
    const std::pair key(Key(cell.state, cell.level), std::pair(cell.reader, cell.owner));
    const auto own = rank(cell, profile.machine);
    const auto found = ranks.find(key);
    if (found != ranks.end() && found->second <= own) continue;
    if (found == ranks.end() && cell.reader != cell.owner) ++counts[key.first];
    ranks[key] = own;
    cells_[key] = cell.latency_ns.value();
    const Figure& figure = cell.latency_ns;
    if (figure.samples.size() > 2 && figure.min && figure.max && figure.median)
      ranges.push_back((*figure.max - *figure.min) / *figure.median);
    if (figure.samples.size() > 2) errors[cell.level].push_back(error_of_median(figure.samples));
    if (cell.reader == cell.owner) last_level_ = std::max(last_level_, cell.level);
  }
  for (auto& [level, all] : errors) noise_of_level_[level] = median(std::move(all));
  int most = 0;
  for (const auto& [key, count] : counts) {
    // Of equals the last level in E: no other core has to answer, and distance is all that differs.
    const bool better = count > most || (count == most && key.first == LineState::exclusive);
    if (!better) continue;
    most = count;
    std::tie(state_, level_) = key;
  }
  std::set<int> pus, readers;
  for (const auto& [key, latency] : cells_) {
    const auto& [reader, owner] = key.second;
    if (key.first != Key(state_, level_) || reader == owner) continue;
    pairs_.emplace_back(reader, owner);
    pus.insert({reader, owner});
    readers.insert(reader);
  }
  pus_.assign(pus.begin(), pus.end());
  readers_.assign(readers.begin(), readers.end());
  std::vector<double> differences;
  for (const auto& [reader, owner] : pairs_) {
    const auto there = latency(reader, owner), back = latency(owner, reader);
    if (reader < owner && back) differences.push_back(std::abs(*there - *back) / std::min(*there, *back));
  }
  // The median of |x - y| of two normal figures is 0.954 standard deviations of one.
  if (differences.size() >= 4) {
    noise_ = median(differences) / 0.954;
  } else if (!ranges.empty()) {
    noise_ = median(ranges) / 2;
  }
}

std::optional<double> CoreTable::latency(int reader, int owner, LineState state, int level) const {
  const auto found = cells_.find({Key(state, level), {reader, owner}});
  return found == cells_.end() ? std::nullopt : std::optional(found->second);
}

double CoreTable::noise(int level) const {
  const auto found = noise_of_level_.find(level);
  return found == noise_of_level_.end() ? 0 : found->second;
}

std::optional<double> CoreTable::latency(int reader, int owner) const {
  return latency(reader, owner, state_, level_);
}

}  // namespace numapack
