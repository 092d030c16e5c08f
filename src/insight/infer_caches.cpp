// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "base/statistics.hpp"
#include "insight/groups.hpp"
#include "insight/infer.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// A cell of the table in the cleanest state that was measured, local or not.
std::optional<double> clean(const CoreTable& table, int reader, int owner, int level) {
  for (const LineState state : {LineState::exclusive, LineState::modified}) {
    if (const auto latency = table.latency(reader, owner, state, level)) return latency;
  }
  return std::nullopt;
}

/// What reading its own cache of a level costs a thread, for those that were not asked: the median of all
/// others.
std::optional<double> usual_local(const Reading& reading, int level) {
  std::vector<double> all;
  for (const int pu : reading.table.pus()) {
    if (const auto latency = clean(reading.table, pu, pu, level)) all.push_back(*latency);
  }
  return all.empty() ? std::nullopt : std::optional(median(all));
}

const SharedCache* group_with(const Inferences& found, int level, int pu) {
  for (const SharedCache& cache : found.shared_caches) {
    if (cache.level == level && std::find(cache.pus.begin(), cache.pus.end(), pu) != cache.pus.end()) {
      return &cache;
    }
  }
  return nullptr;
}

}  // namespace

bool behind_one(const Inferences& found, int level, int one, int other) {
  const SharedCache* const group = group_with(found, level, one);
  return group != nullptr && group == group_with(found, level, other);
}

void infer_shared_caches(const Reading& reading, Inferences& found) {
  found.last_level_cache = reading.table.last_level();
  for (int level = 2; level <= found.last_level_cache; ++level) {
    Groups groups;
    std::map<int, std::vector<double>> costs;
    std::map<int, std::string> examples;
    const auto usual = usual_local(reading, level);
    // A core has two neighbours to be known by, and a machine hundreds of cores: five standard errors of the
    // difference of two figures. But levels are no more than a third apart on some machines.
    const double same_here =
        std::max(reading.same, std::min(0.3, 5 * std::numbers::sqrt2 * reading.table.noise(level)));
    for (const auto& [reader, owner] : reading.table.pairs()) {
      const auto there = clean(reading.table, reader, owner, level);
      if (!there) continue;
      // Its own figure, or that of most: one disturbed figure must not part a thread from all its neighbours.
      std::optional<double> own;
      for (const auto& alone : {clean(reading.table, reader, reader, level), usual}) {
        const bool same = alone && std::abs(*there - *alone) <= same_here * *alone;
        if (same && !own) own = alone;
      }
      if (!own) continue;
      groups.join(reader, owner);
      costs[reader].push_back(*there);
      examples.emplace(reader, fmt::format("L{} of {}: {}, its own: {}", level, pair_text(reader, owner),
                                           ns(*there), ns(*own)));
    }
    // Who shares a level with one of them is behind the same cache of the next: no need to have asked all.
    for (const SharedCache& below : found.shared_caches) {
      if (below.level != level - 1) continue;
      for (const int pu : below.pus) {
        if (groups.has(pu)) {
          for (const int other : below.pus) groups.join(pu, other);
          break;
        }
      }
    }
    Inference inference{"shared cache", "", {}};
    std::vector<std::string> lists;
    for (const std::vector<int>& pus : groups.all()) {
      SharedCache cache{level, 0, pus};
      std::vector<double> all;
      for (const int pu : pus) all.insert(all.end(), costs[pu].begin(), costs[pu].end());
      cache.latency_ns = median(all);
      for (const int pu : pus) {
        if (examples.contains(pu)) {
          inference.evidence.push_back(examples[pu]);
          break;
        }
      }
      lists.push_back(list_text(pus));
      found.shared_caches.push_back(std::move(cache));
    }
    if (lists.empty()) continue;
    inference.statement = fmt::format("share an L{}: {}", level, fmt::join(lists, " | "));
    found.statements.push_back(std::move(inference));
  }
}

void infer_last_level(const Reading& reading, Inferences& found) {
  const int last = found.last_level_cache;
  if (last < 2) return;
  // Shared lines first: an owner that may have changed its line must be asked whatever the cache holds.
  std::vector<std::pair<double, std::string>> shared, exclusive;
  for (const CoreToCore& cell : reading.profile.core_to_core) {
    const bool of_use = cell.level == last - 1 && cell.reader != cell.owner && cell.latency_ns.valid() &&
                        (cell.state == LineState::shared || cell.state == LineState::exclusive);
    if (!of_use) continue;
    if (!behind_one(found, last, cell.reader, cell.owner)) continue;
    // A line in the reader's own cache of the level above never gets as far as the last one.
    if (behind_one(found, last - 1, cell.reader, cell.owner)) continue;
    if (cell.sharer >= 0 && behind_one(found, last - 1, cell.reader, cell.sharer)) continue;
    const auto reference = clean(reading.table, cell.reader, cell.owner, last);
    const double whole = reference ? *reference : group_with(found, last, cell.reader)->latency_ns;
    (cell.state == LineState::shared ? shared : exclusive)
        .emplace_back(cell.latency_ns.value() / whole,
                      fmt::format("{}: {} for lines ({}) in its L{}, {} for lines in the L{}",
                                  pair_text(cell.reader, cell.owner), ns(cell.latency_ns.value()),
                                  name(cell.state), last - 1, ns(whole), last));
  }
  const auto& votes = shared.empty() ? exclusive : shared;
  if (votes.empty()) return;
  std::size_t inside = 0, outside = 0;
  for (const auto& [ratio, text] : votes) {
    inside += ratio <= 1 + reading.same;
    outside += ratio >= 1 + reading.differs;
  }
  const bool inclusive = 5 * inside >= 4 * votes.size(), other = 5 * outside >= 4 * votes.size();
  if (!inclusive && !other) return;
  found.last_level = inclusive ? LastLevel::inclusive : LastLevel::exclusive;
  found.statements.push_back(
      {"last level",
       inclusive
           ? fmt::format("the L{} is inclusive: it answers for lines that its cores hold", last)
           : fmt::format("the L{} is exclusive (or at least not inclusive): lines that a core holds come "
                         "from that core",
                         last),
       {votes.front().second,
        fmt::format("{} of {} pairs say so", inclusive ? inside : outside, votes.size())}});
}

void infer_affinity(const Reading& reading, Inferences& found) {
  const int last = found.last_level_cache;
  if (last < 2) return;
  const auto by_size = [&](int reader, int owner) {
    std::map<std::uint64_t, double> sizes;
    for (const CoreToCore& cell : reading.profile.core_to_core) {
      if (cell.reader == reader && cell.owner == owner && cell.level == last && cell.bytes > 0 &&
          cell.latency_ns.valid() && cell.state != LineState::shared) {
        sizes.emplace(cell.bytes, cell.latency_ns.value());
      }
    }
    return sizes;
  };
  for (const auto& [reader, owner] : reading.table.pairs()) {
    const ProfiledCache* const said = firmware_cache(reading.profile.machine, last, reader);
    const SharedCache* const own = group_with(found, last, reader);
    if (said == nullptr || own == nullptr) continue;
    if (std::find(said->pus.begin(), said->pus.end(), owner) == said->pus.end()) continue;
    const int home = reading.profile.machine.node_of_pu(reader);
    if (reading.profile.machine.node_of_pu(owner) != home) continue;  // distance, not affinity
    if (group_with(found, last, owner) == own) continue;
    const auto far = clean(reading.table, reader, owner, last);
    if (!far || *far < own->latency_ns * 1.3) continue;
    Affinity affinity{own->pus, own->latency_ns, *far, 0, 0};
    Inference inference{"affinity", "", {}};
    inference.evidence.push_back(fmt::format("{}: {}, within the group {}; firmware: one L{} for {}",
                                             pair_text(reader, owner), ns(*far), ns(own->latency_ns), last,
                                             list_text(said->pus)));
    const auto near_sizes = by_size(reader, reader);
    const auto far_sizes = by_size(reader, owner);
    double least = near_sizes.empty() ? 0 : near_sizes.begin()->second;
    for (const auto& [bytes, latency] : near_sizes) least = std::min(least, latency);
    for (const auto& [bytes, latency] : near_sizes) {
      if (latency <= least * (1 + reading.same)) affinity.fast_bytes = bytes;
      const auto there = far_sizes.find(bytes);
      const bool met = there != far_sizes.end() && there->second <= latency * (1 + reading.same);
      if (met && affinity.meets_bytes == 0) affinity.meets_bytes = bytes;
      inference.evidence.push_back(fmt::format("{}: near {}{}", size_text(bytes), ns(latency),
                                               there == far_sizes.end() ? "" : ", far " + ns(there->second)));
    }
    inference.statement = fmt::format("the L{} is near to groups of cores such as {}: {} there, {} elsewhere",
                                      last, list_text(own->pus), ns(own->latency_ns), ns(*far));
    if (affinity.fast_bytes > 0) {
      inference.statement += fmt::format("; blocks up to {} stay near", size_text(affinity.fast_bytes));
    }
    found.affinity = std::move(affinity);
    found.statements.push_back(std::move(inference));
    return;
  }
}

}  // namespace numapack
