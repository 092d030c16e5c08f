// SPDX-License-Identifier: BSD-3-Clause
#include "base/statistics.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "probe/to_profile.hpp"

namespace numapack {

std::string by_nodes_page(const probe::RunResult& result, const Machine& machine) {
  Table table({"threads of", "threads", "", "unit", "median", "min", "max"});
  for (const probe::CellResult& one : result.cells) {
    const probe::Cell& cell = one.cell;
    const std::string node = node_text(machine, cell.cpus_of), threads = std::to_string(cell.threads);
    if (one.series.empty()) table.row({node, threads, cell.variant, "", "-", "-", "-"});
    for (const probe::Series& series : one.series) {
      const Spread of = spread(series.samples);
      table.row(
          {node, threads, cell.variant, series.unit, figure(of.median), figure(of.min), figure(of.max)});
    }
  }
  return table.text();
}

std::string reported_page(const probe::RunResult& result, const Machine& machine) {
  MeasuredProfile kept;
  probe::add_to_profile(kept, machine, result);
  const auto text = [](const std::optional<double>& value) { return value ? figure(*value) : "-"; };
  Table table({"quantity", "unit", "median", "min", "max"});
  for (const Reported& one : kept.reported)
    table.row({one.quantity, one.unit, text(one.value.median), text(one.value.min), text(one.value.max)});
  return table.text();
}

}  // namespace numapack
