// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/budget.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "probe/running/select.hpp"
#include "probe/running/set_up.hpp"

namespace numapack::probe {

namespace {

double seconds_of(const std::vector<Cell>& cells) {
  double seconds = 0;
  for (const Cell& cell : cells) seconds += cell.seconds;
  return seconds;
}

/// A part that is being filled.
struct Filling {
  PlannedPart part;
  SetUp made;

  /// Moves cells that still fit from what is left out to what is planned, in order; returns the seconds used.
  double fill(double seconds) {
    double used = 0;
    std::vector<Cell> still_out;
    for (Cell& cell : part.left_out) {
      const double first = part.cells.empty() ? part_overhead : 0;
      const double needed = watched * cell.seconds + made.more(cell) + first;
      if (used + needed > seconds) {
        still_out.push_back(std::move(cell));
        continue;
      }
      used += needed;
      made.take(cell);
      part.cells.push_back(std::move(cell));
    }
    part.left_out = std::move(still_out);
    return used;
  }
};

}  // namespace

std::vector<PlannedPart> plan_within(const std::vector<Part>& parts, double budget_seconds) {
  double left = 0.9 * budget_seconds, weights = 0;
  for (const Part& part : parts) weights += part.weight;
  const double usable = left;
  std::vector<Filling> filling;
  for (const Part& part : parts) {
    filling.push_back({{part.name, {}, part.cells, 1, 0, part.sampled}, {}});
    left -= filling.back().fill(usable * part.weight / weights);
  }
  for (Filling& one : filling) left -= one.fill(left);
  bool more = true;
  while (more) {
    more = false;
    for (std::size_t at = 0; at < filling.size(); ++at) {
      PlannedPart& part = filling[at].part;
      const double round = watched * seconds_of(part.cells);
      if (part.cells.empty() || part.rounds >= parts[at].rounds || round > left) continue;
      ++part.rounds;
      left -= round;
      more = true;
    }
  }
  std::vector<PlannedPart> plan;
  for (Filling& one : filling) {
    PlannedPart& part = one.part;
    if (!part.cells.empty()) {
      part.seconds = part_overhead + one.made.seconds() + watched * part.rounds * seconds_of(part.cells);
    }
    plan.push_back(std::move(part));
  }
  return plan;
}

std::vector<Cell> in_turn(const std::vector<Cell>& cells, const Machine& machine) {
  const auto node = [&](int core) {
    return core < 0 ? -1 : machine.cores[static_cast<std::size_t>(core)].node;
  };
  const auto is_pair = [](const Cell& cell) { return cell.reader >= 0 && cell.owner >= 0; };
  const PairClasses classes(machine);
  const auto distance = [&](const Cell& cell) {
    return is_pair(cell) ? classes(cell.reader, cell.owner) : PairClass{};
  };
  using Words = std::tuple<std::string, std::string, std::string, std::string>;
  using Key = std::tuple<int, int, int, int, PairClass, Words>;
  // A cell, and with it the other way of its pair.
  using Ways = std::vector<const Cell*>;
  std::map<Key, std::size_t> group_of;
  std::vector<std::vector<Ways>> groups;  // in the order of their first cell
  std::map<std::tuple<Pair, int, std::size_t, Words>, std::pair<std::size_t, std::size_t>> place_of;
  for (const Cell& cell : cells) {
    const Words words{cell.variant, cell.state, cell.level, cell.placement};
    // The home of a pair's lines is the owner's: it changes with the way.
    const int home = is_pair(cell) && cell.home == machine.home_for(node(cell.owner)) ? -1 : cell.home;
    const auto [low, high] = std::minmax({node(cell.reader), node(cell.owner)});
    const Key key = is_pair(cell)
                        ? Key{low, high, home, cell.cpus_of, distance(cell), words}
                        : Key{node(cell.reader), node(cell.owner), home, cell.cpus_of, distance(cell), words};
    const auto [at, fresh] = group_of.emplace(key, groups.size());
    if (fresh) groups.emplace_back();
    std::vector<Ways>& group = groups[at->second];
    if (is_pair(cell)) {
      const std::tuple pair{Pair(std::minmax(cell.reader, cell.owner)), home, cell.bytes, words};
      const auto [place, first] = place_of.emplace(pair, std::pair{at->second, group.size()});
      if (!first) {
        groups[place->second.first][place->second.second].push_back(&cell);
        continue;
      }
    }
    group.push_back({&cell});
  }
  std::map<std::pair<PairClass, Words>, std::size_t> kind_of;
  std::vector<std::vector<const Ways*>> kinds;
  std::size_t left = 1;
  for (std::size_t turn = 0; left > 0; ++turn) {
    left = 0;
    for (const auto& group : groups) {
      if (turn >= group.size()) continue;
      ++left;
      const Cell& first = *group[turn].front();
      const std::pair kind{distance(first), Words{first.variant, first.state, first.level, first.placement}};
      const auto [at, fresh] = kind_of.emplace(kind, kinds.size());
      if (fresh) kinds.emplace_back();
      kinds[at->second].push_back(&group[turn]);
    }
  }
  std::vector<Cell> dealt;
  for (std::size_t turn = 0; dealt.size() < cells.size(); ++turn) {
    for (const auto& kind : kinds) {
      if (turn >= kind.size()) continue;
      for (const Cell* way : *kind[turn]) dealt.push_back(*way);
    }
  }
  return dealt;
}

}  // namespace numapack::probe
