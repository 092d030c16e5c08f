// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <map>

#include "base/statistics.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/running/channel_stride.hpp"

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

std::string found_strides(const probe::RunResult& result, const Machine& machine) {
  std::map<int, std::vector<const probe::CellResult*>> nodes;
  for (const probe::CellResult& cell : result.cells) nodes[cell.cell.home].push_back(&cell);
  std::string text;
  for (const auto& [node, cells] : nodes) {
    Table table({"stride in " + node_text(machine, node), "loads/us"});
    std::vector<probe::StridePoint> points;
    for (const probe::CellResult* cell : cells) {
      const probe::Series* const rate = cell->find("rate");
      table.row({size_text(cell->cell.step_bytes), rate == nullptr ? "-" : figure(median(rate->samples))});
      if (rate != nullptr) points.push_back({cell->cell.step_bytes, median(rate->samples)});
    }
    text += table.text();
    const std::vector<std::size_t> strides = probe::falling_strides(points);
    if (strides.empty()) {
      text +=
          "no stride stays on fewer channels: addresses are hashed over them, or the cores here cannot fill "
          "one\n";
    } else {
      text += fmt::format("from a stride of {} on fewer channels (or banks) answer; one of them at {}\n",
                          size_text(strides.front()), size_text(strides.back()));
    }
  }
  return text;
}

std::string reported_page(const probe::RunResult& result, const Machine& machine) {
  const MeasuredProfile kept = figures_of_run(result, machine);
  const auto text = [](const std::optional<double>& value) { return value ? figure(*value) : "-"; };
  Table table({"quantity", "unit", "median", "min", "max"});
  for (const Reported& one : kept.reported)
    table.row({one.quantity, one.unit, text(one.value.median), text(one.value.min), text(one.value.max)});
  return table.text();
}

}  // namespace numapack
