// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/budget.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "probe/running/select.hpp"

namespace numapack::probe {

namespace {

double seconds_of(const std::vector<Cell>& cells) {
  double seconds = 0;
  for (const Cell& cell : cells) seconds += cell.seconds;
  return seconds;
}

/// Moves cells that still fit from what is left out to what is planned, in order; returns the seconds used.
double fill(PlannedPart& part, double seconds) {
  double used = 0;
  std::vector<Cell> still_out;
  for (Cell& cell : part.left_out) {
    const double overhead = part.cells.empty() ? part_overhead : 0;
    if (used + cell.seconds + overhead > seconds) {
      still_out.push_back(std::move(cell));
      continue;
    }
    used += cell.seconds + overhead;
    part.cells.push_back(std::move(cell));
  }
  part.left_out = std::move(still_out);
  return used;
}

}  // namespace

std::vector<PlannedPart> plan_within(const std::vector<Part>& parts, double budget_seconds) {
  double left = 0.9 * budget_seconds, weights = 0;
  for (const Part& part : parts) weights += part.weight;
  const double usable = left;
  std::vector<PlannedPart> plan;
  for (const Part& part : parts) {
    plan.push_back({part.name, {}, part.cells, 1, 0});
    left -= fill(plan.back(), usable * part.weight / weights);
  }
  for (PlannedPart& part : plan) left -= fill(part, left);
  bool more = true;
  while (more) {
    more = false;
    for (std::size_t at = 0; at < plan.size(); ++at) {
      const double round = seconds_of(plan[at].cells);
      if (plan[at].cells.empty() || plan[at].rounds >= parts[at].rounds || round > left) continue;
      ++plan[at].rounds;
      left -= round;
      more = true;
    }
  }
  for (PlannedPart& part : plan) {
    if (!part.cells.empty()) part.seconds = part_overhead + part.rounds * seconds_of(part.cells);
  }
  return plan;
}

std::vector<Cell> in_turn(const std::vector<Cell>& cells, const Machine& machine) {
  const auto node = [&](int core) {
    return core < 0 ? -1 : machine.cores[static_cast<std::size_t>(core)].node;
  };
  const auto distance = [&](const Cell& cell) {
    return cell.reader < 0 || cell.owner < 0 ? PairClass{} : pair_class(machine, cell.reader, cell.owner);
  };
  using Key = std::tuple<int, int, int, int, PairClass, std::string, std::string, std::string, std::string>;
  std::map<Key, std::size_t> group_of;
  std::vector<std::vector<const Cell*>> groups;  // in the order of their first cell
  for (const Cell& cell : cells) {
    const Key key{node(cell.reader), node(cell.owner), cell.home,  cell.cpus_of,  distance(cell),
                  cell.variant,      cell.state,       cell.level, cell.placement};
    const auto [at, fresh] = group_of.emplace(key, groups.size());
    if (fresh) groups.emplace_back();
    groups[at->second].push_back(&cell);
  }
  std::vector<Cell> dealt;
  for (std::size_t turn = 0; dealt.size() < cells.size(); ++turn) {
    for (const auto& group : groups) {
      if (turn < group.size()) dealt.push_back(*group[turn]);
    }
  }
  return dealt;
}

}  // namespace numapack::probe
