// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/barrier_page.hpp"

#include <fmt/core.h>

#include <map>

#include "base/statistics.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "probe/quantities/barrier_probe.hpp"

namespace numapack {

std::string barrier_page(const probe::RunResult& result, const Machine& machine) {
  std::map<int, std::vector<const probe::CellResult*>> sets;
  for (const probe::CellResult& cell : result.cells) sets[cell.cell.cpus_of].push_back(&cell);
  std::string text;
  for (const auto& [set, cells] : sets) {
    const std::string who = set == probe::one_of_each_node ? "one on each node"
                            : set < 0                      ? "all nodes"
                                                           : node_text(machine, set);
    Table table({fmt::format("barrier of {} threads, {}", cells.front()->cell.threads, who), "predicted ns",
                 "median ns", "min", "max", "median/predicted"});
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
    text += (text.empty() ? "" : "\n") + table.text();
    if (best != nullptr) text += fmt::format("fastest: {}\n", best->cell.variant);
  }
  return text;
}

}  // namespace numapack
