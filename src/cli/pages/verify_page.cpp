// SPDX-License-Identifier: BSD-3-Clause
#include "cli/pages/verify_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

constexpr std::size_t most_cells = 20;

}  // namespace

std::string change_text(double ratio) { return fmt::format("{:+.1f} %", 100 * (ratio - 1)); }

std::string verify_page(const ProfileDifference& difference, double percent) {
  const DifferenceCount all = count(difference);
  std::string text = fmt::format(
      "\nMeasured a second time: {} of {} cells differ by more than {:g} %, {} of them by no more than "
      "the visits of one measurement differ, {} with disjoint sample ranges\n\n",
      all.moved, all.compared, percent, all.within_places, all.changed);
  Table tables({"table", "figure", "cells", "differ", "within places", "beyond noise", "median change"});
  for (const TableDifference& table : difference.tables) {
    if (table.compared == 0) continue;
    tables.row({table.table, table.unit, std::to_string(table.compared), std::to_string(table.moved),
                std::to_string(table.within_places), std::to_string(table.changed),
                change_text(table.median_ratio)});
  }
  text += tables.text();
  if (!difference.moved.empty()) {
    Table cells({"cell", "figure", "first", "second", "change", "ranges"});
    for (std::size_t at = 0; at < std::min(most_cells, difference.moved.size()); ++at) {
      const CellDifference& cell = difference.moved[at];
      cells.row({cell.table + " " + cell.cell, cell.unit, fmt::format("{:.4g}", cell.left),
                 fmt::format("{:.4g}", cell.right), change_text(cell.ratio()),
                 cell.beyond_noise    ? "apart"
                 : cell.within_places ? "within places"
                                      : "touch"});
    }
    text += "\n" + cells.text();
    if (difference.moved.size() > most_cells)
      text += fmt::format("… and {} more (--verify-json FILE)\n", difference.moved.size() - most_cells);
  }
  for (const std::string& line : difference.conditions) text += "  first | second: " + line + "\n";
  for (const std::string& line : difference.validity) text += "  measured once only: " + line + "\n";
  return text;
}

nlohmann::json verify_document(const ProfileDifference& difference, double percent) {
  using nlohmann::json;
  const DifferenceCount all = count(difference);
  json tables = json::array(), cells = json::array();
  for (const TableDifference& table : difference.tables) {
    if (table.compared == 0) continue;
    tables.push_back({{"table", table.table},
                      {"figure", table.unit},
                      {"cells", table.compared},
                      {"differ", table.moved},
                      {"within_places", table.within_places},
                      {"beyond_noise", table.changed},
                      {"median_ratio", table.median_ratio}});
  }
  for (const CellDifference& cell : difference.moved) {
    cells.push_back({{"table", cell.table},
                     {"cell", cell.cell},
                     {"figure", cell.unit},
                     {"first", cell.left},
                     {"second", cell.right},
                     {"ratio", cell.ratio()},
                     {"within_places", cell.within_places},
                     {"beyond_noise", cell.beyond_noise}});
  }
  return {{"threshold_percent", percent},
          {"cells", all.compared},
          {"differ", all.moved},
          {"within_places", all.within_places},
          {"beyond_noise", all.changed},
          {"tables", tables},
          {"differing", cells},
          {"measured_once", difference.validity},
          {"conditions", difference.conditions}};
}

}  // namespace numapack
