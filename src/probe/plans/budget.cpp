// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/budget.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "probe/plans/select.hpp"
#include "probe/plans/set_up.hpp"

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
      const double needed = watched * part.rounds * cell.seconds + made.more(cell) + first;
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
    filling.push_back({{part.name, {}, part.cells, part.least_rounds, 0, part.sampled}, {}});
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

namespace {

using Words = std::tuple<std::string, std::string, std::string, std::string>;
/// A cell, and with it the other way of its pair.
using Directions = std::vector<const Cell*>;

Words words_of(const Cell& cell) { return {cell.variant, cell.state, cell.level, cell.placement}; }

bool is_pair(const Cell& cell) { return cell.reader >= 0 && cell.owner >= 0; }

/// Cells that are alike, groups in the order of their first cell.
class Groups {
 public:
  Groups(const Machine& machine, const PairClasses& classes) : machine_(machine), classes_(classes) {}

  void add(const Cell& cell) {
    const int from = node(cell.reader), to = node(cell.owner);
    // The home of a pair's lines is the owner's: it changes with the way.
    const int home = is_pair(cell) && cell.home == machine_.home_for(to) ? -1 : cell.home;
    const auto [low, high] = is_pair(cell) ? std::minmax({from, to}) : std::pair{from, to};
    const PairClass distance = is_pair(cell) ? classes_(cell.reader, cell.owner) : PairClass{};
    const auto [at, fresh] =
        group_of_.emplace(Key{low, high, home, cell.cpus_of, distance, words_of(cell)}, groups.size());
    if (fresh) groups.emplace_back();
    std::vector<Directions>& group = groups[at->second];
    if (is_pair(cell)) {
      const DirectionKey pair{std::minmax(cell.reader, cell.owner), home, cell.bytes, words_of(cell)};
      const auto [place, first] = place_of_.emplace(pair, std::pair{at->second, group.size()});
      if (!first) {
        groups[place->second.first][place->second.second].push_back(&cell);
        return;
      }
    }
    group.push_back({&cell});
  }

  std::vector<std::vector<Directions>> groups;

 private:
  using Key = std::tuple<int, int, int, int, PairClass, Words>;
  using DirectionKey = std::tuple<Pair, int, std::size_t, Words>;

  int node(int core) const { return core < 0 ? -1 : machine_.cores[static_cast<std::size_t>(core)].node; }

  const Machine& machine_;
  const PairClasses& classes_;
  std::map<Key, std::size_t> group_of_;
  std::map<DirectionKey, std::pair<std::size_t, std::size_t>> place_of_;  // group, and place in it
};

/// The first of each, then the second of each that has one, and so on.
template <class T, class Take>
void deal(const std::vector<std::vector<T>>& hands, Take&& take) {
  bool more = true;
  for (std::size_t turn = 0; more; ++turn) {
    more = false;
    for (const std::vector<T>& hand : hands) {
      if (turn >= hand.size()) continue;
      more = true;
      take(hand[turn]);
    }
  }
}

}  // namespace

std::vector<Cell> in_turn(const std::vector<Cell>& cells, const Machine& machine) {
  const PairClasses classes(machine);
  Groups alike(machine, classes);
  for (const Cell& cell : cells) alike.add(cell);
  std::map<std::pair<PairClass, Words>, std::size_t> kind_of;
  std::vector<std::vector<const Directions*>> kinds;
  deal(alike.groups, [&](const Directions& directions) {
    const Cell& first = *directions.front();
    const PairClass distance = is_pair(first) ? classes(first.reader, first.owner) : PairClass{};
    const auto [at, fresh] = kind_of.emplace(std::pair{distance, words_of(first)}, kinds.size());
    if (fresh) kinds.emplace_back();
    kinds[at->second].push_back(&directions);
  });
  std::vector<Cell> dealt;
  deal(kinds, [&](const Directions* directions) {
    for (const Cell* direction : *directions) dealt.push_back(*direction);
  });
  return dealt;
}

}  // namespace numapack::probe
