// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/statistics.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"

namespace numapack {

namespace {

using CellsOfSet = std::vector<const probe::CellResult*>;

std::string who(const probe::Cell& cell, const Machine& machine) {
  return cell.cpus_of == probe::one_of_each_node ? "one on each node"
         : cell.cpus_of < 0                      ? "all nodes"
                                                 : node_text(machine, cell.cpus_of);
}

bool trees_agree(const CellsOfSet& cells) {
  return cells.size() == 2 && !cells[0]->cell.reduction.empty() &&
         same_tree(cells[0]->cell.reduction, cells[1]->cell.reduction);
}

std::string timed(const CellsOfSet& cells, const std::string& title) {
  Table table({title, "predicted ns", "median ns", "min", "max", "median/predicted"});
  const probe::CellResult* best = nullptr;
  double best_ns = 0;
  for (const probe::CellResult* cell : cells) {
    const double predicted = cell->cell.predicted_ns;
    const std::string expected = predicted > 0 ? figure(predicted) : "-";
    const probe::Series* series = cell->find("barrier");
    if (series == nullptr) {
      table.row({cell->cell.variant, expected, "-", "-", "-", "-"});
      continue;
    }
    const Spread time = spread(series->samples);
    table.row({cell->cell.variant, expected, figure(time.median), figure(time.min), figure(time.max),
               predicted > 0 ? figure(time.median / predicted) : "-"});
    if (best == nullptr || time.median < best_ns) {
      best = cell;
      best_ns = time.median;
    }
  }
  if (trees_agree(cells))
    return table.text() + "both trees are the same: their times differ by noise alone\n";
  return table.text() + (best == nullptr ? "" : fmt::format("fastest: {}\n", best->cell.variant));
}

/// How often each tree crosses.
std::string trees(const CellsOfSet& cells, const Machine& machine) {
  std::string text;
  for (const probe::CellResult* cell : cells) {
    const std::vector<int> cores = probe::barrier_cores(machine, cell->cell);
    const auto node = [&](int thread) { return machine.cores[std::size_t(cores[std::size_t(thread)])].node; };
    const auto between = std::ranges::count_if(
        cell->cell.reduction, [&](const ReductionStep& step) { return node(step.from) != node(step.into); });
    text += fmt::format("{}: {} of {} steps between nodes\n", cell->cell.variant, between,
                        cell->cell.reduction.size());
  }
  return text;
}

}  // namespace

std::string barrier_page(const probe::RunResult& result, const Machine& machine) {
  std::map<int, std::pair<CellsOfSet, CellsOfSet>> sets;  // barriers, reductions
  for (const probe::CellResult& cell : result.cells) {
    auto& [barriers, reductions] = sets[cell.cell.cpus_of];
    (cell.cell.reduction.empty() ? barriers : reductions).push_back(&cell);
  }
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "\n") + part; };
  for (const auto& [set, parts] : sets) {
    const auto& [barriers, reductions] = parts;
    if (!barriers.empty()) {
      const probe::Cell& first = barriers.front()->cell;
      add(timed(barriers, fmt::format("barrier of {} threads, {}", first.threads, who(first, machine))));
    }
    if (reductions.empty()) continue;
    const probe::Cell& first = reductions.front()->cell;
    add(timed(reductions, fmt::format("sum of {} threads, {}", first.threads, who(first, machine))) +
        trees(reductions, machine));
  }
  return text;
}

}  // namespace numapack
