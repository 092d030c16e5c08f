// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "insight/infer.hpp"

namespace numapack {

namespace {

struct Votes {
  std::vector<std::string> nearest, first;
};

/// How far two positive figures are apart, as a ratio >= 1.
double apart(double one, double other) { return std::max(one, other) / std::min(one, other); }

bool shares_cache(const Inferences& found, int one, int other) {
  for (int level = 2; level <= found.last_level_cache; ++level) {
    if (behind_one(found, level, one, other)) return true;
  }
  return false;
}

/// Lines whose third holder is known: is the answer as fast as his or as the owner's?
void with_known_sharer(const Reading& reading, const Inferences& found, const CoreToCore& cell, double alone,
                       Votes& votes) {
  auto near = reading.table.latency(cell.reader, cell.sharer, LineState::exclusive, cell.level);
  if (!near) near = reading.table.latency(cell.reader, cell.sharer);
  // A copy in a cache that the reader shares is found by any protocol; one no nearer decides nothing.
  if (!near || apart(*near, alone) < 1.3 || *near > alone || cell.sharer == cell.reader) return;
  if (cell.level <= found.last_level_cache - 1 && found.last_level == LastLevel::inclusive &&
      shares_cache(found, cell.reader, cell.sharer)) {
    return;
  }
  const double value = cell.latency_ns.value();
  const std::string text = fmt::format("{} with a copy on {}, L{}: {}; alone {}, from the copy's core {}",
                                       pair_text(cell.reader, cell.owner), cell.sharer, cell.level, ns(value),
                                       ns(alone), ns(*near));
  if (apart(value, alone) < apart(value, *near)) {
    if (apart(value, alone) <= 1 + reading.differs) votes.first.push_back(text);
  } else if (value < alone / 1.3) {
    votes.nearest.push_back(text);
  }
}

}  // namespace

void infer_shared_copy(const Reading& reading, Inferences& found) {
  Votes known, unknown;
  std::map<std::pair<int, int>, double> farthest;  // by reader and level
  for (const auto& [reader, owner] : reading.table.pairs()) {
    for (int level = 1; level <= 3; ++level) {
      const auto alone = reading.table.latency(reader, owner, LineState::exclusive, level);
      if (!alone) continue;
      double& most = farthest[{reader, level}];
      most = std::max(most, *alone);
    }
  }
  for (const CoreToCore& cell : reading.profile.core_to_core) {
    if (cell.state != LineState::shared || cell.reader == cell.owner || !cell.latency_ns.valid()) continue;
    const auto alone = reading.table.latency(cell.reader, cell.owner, LineState::exclusive, cell.level);
    if (!alone || shares_cache(found, cell.reader, cell.owner)) continue;
    if (cell.sharer >= 0) {
      with_known_sharer(reading, found, cell, *alone, known);
      continue;
    }
    // Whoever holds the other copy, he is nearer than the farthest owner.
    if (*alone < 0.95 * farthest[{cell.reader, cell.level}]) continue;
    const double value = cell.latency_ns.value();
    const std::string text =
        fmt::format("{} from the farthest owner, L{}: {} shared, {} alone",
                    pair_text(cell.reader, cell.owner), cell.level, ns(value), ns(*alone));
    if (apart(value, *alone) <= 1 + reading.same) unknown.first.push_back(text);
    if (value < *alone / 1.6) unknown.nearest.push_back(text);
  }
  const Votes& votes = known.nearest.size() + known.first.size() > 0 ? known : unknown;
  const std::size_t all = votes.nearest.size() + votes.first.size();
  if (all == 0) return;
  const bool nearest = 4 * votes.nearest.size() >= 3 * all, first = 4 * votes.first.size() >= 3 * all;
  if (!nearest && !first) return;
  found.shared_copy = nearest ? SharedCopy::nearest : SharedCopy::first;
  const auto& evidence = nearest ? votes.nearest : votes.first;
  Inference inference{
      "shared lines",
      nearest ? "a line that several cores hold comes from the nearest copy"
              : "a line that several cores hold comes from the first copy, near or far",
      {evidence.begin(), evidence.begin() + std::ptrdiff_t(std::min<std::size_t>(3, evidence.size()))}};
  inference.evidence.push_back(fmt::format("{} of {} cells say so", evidence.size(), all));
  found.statements.push_back(std::move(inference));
}

}  // namespace numapack
