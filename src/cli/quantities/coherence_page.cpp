// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/statistics.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/colours.hpp"
#include "cli/terminal/heat_map.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/handover.hpp"

namespace numapack {

using probe::CellResult;
using probe::RunResult;

namespace {

using Line = std::tuple<int, int, int>;                            ///< reader, owner, home
using Column = std::tuple<std::size_t, std::string, std::string>;  ///< order, level or size, state

std::string line_text(const Machine& machine, const Line& line) {
  const auto [reader, owner, home] = line;
  return core_text(machine, reader) + " reads " +
         (reader == owner ? "its own" : core_text(machine, owner) + "'s") + " (" +
         probe::pair_text(machine, reader, owner) + "), home " + node_text(machine, home);
}

/// Levels in the order of their first cell, sizes by value.
Column column_of(const CellResult& result, std::map<std::string, std::size_t>& levels) {
  const probe::Cell& cell = result.cell;
  if (cell.level.empty()) return {cell.bytes, size_text(cell.bytes), cell.state};
  const std::size_t order = levels.emplace(cell.level, levels.size()).first->second;
  return {order, cell.level, cell.state};
}

std::string table_of(const RunResult& result, const Machine& machine, const std::string& quantity,
                     const std::string& title) {
  std::map<std::string, std::size_t> levels;
  std::set<Column> columns;
  std::map<Line, std::map<Column, const probe::Series*>> lines;
  std::vector<Line> order;
  bool any = false;
  for (const CellResult& cell : result.cells) {
    const Column column = column_of(cell, levels);
    const Line line{cell.cell.reader, cell.cell.owner, cell.cell.home};
    columns.insert(column);
    if (lines.count(line) == 0) order.push_back(line);
    lines[line][column] = cell.find(quantity);
    any = any || cell.find(quantity) != nullptr;
  }
  if (!any) return {};
  std::vector<std::string> header{title};
  for (const Column& column : columns) header.push_back(std::get<1>(column) + " " + std::get<2>(column));
  Table table(header);
  for (const Line& line : order) {
    std::vector<std::string> row{line_text(machine, line)};
    for (const Column& column : columns) {
      const probe::Series* series = lines[line][column];
      row.push_back(series == nullptr ? "-" : figure(median(series->samples)));
    }
    table.row(row);
  }
  return table.text() + "\n";
}

/// Numbers while they can be read, then a picture. Below zero: not measured.
std::string matrix_text(const std::vector<std::vector<double>>& matrix, const std::vector<int>& cores,
                        const Machine& machine, const std::string& title) {
  constexpr std::size_t most_numbers = 16;
  std::vector<std::string> labels;
  for (const int core : cores) labels.push_back(core_text(machine, core));
  if (cores.size() > most_numbers) return title + "\n" + heat_map(matrix, labels, "ns", colours_wanted());
  std::vector<std::string> header{title};
  header.insert(header.end(), labels.begin(), labels.end());
  Table table(header);
  for (std::size_t row = 0; row < cores.size(); ++row) {
    std::vector<std::string> line{labels[row]};
    for (std::size_t column = 0; column < cores.size(); ++column) {
      const double value = matrix[row][column];
      line.push_back(row == column ? "" : value < 0 ? "-" : figure(value));
    }
    table.row(line);
  }
  return table.text();
}

}  // namespace

std::string coherence_page(const RunResult& result, const Machine& machine) {
  std::string text = table_of(result, machine, "latency", "latency in ns") +
                     table_of(result, machine, "read bandwidth", "read bandwidth in GB/s");
  if (!text.empty()) text.pop_back();
  return text;
}

std::string sharing_page(const RunResult& result, const Machine& machine) {
  const probe::PairClasses classes(machine);
  std::map<std::pair<std::string, probe::PairClass>, std::pair<std::string, std::vector<double>>> groups;
  for (const CellResult& cell : result.cells) {
    const probe::Series* latency = cell.find("latency");
    if (latency == nullptr) continue;
    const int reader = cell.cell.reader, owner = cell.cell.owner;
    auto& [text, figures] = groups[{cell.cell.level, classes(reader, owner)}];
    text = reader == owner ? "its own" : probe::pair_text(machine, reader, owner);
    figures.push_back(median(latency->samples));
  }
  Table table({"latency in ns", "pairs", "median", "min", "max"});
  for (const auto& [key, group] : groups) {
    const Spread range = spread(group.second);
    table.row({key.first + ", " + group.first, std::to_string(group.second.size()), figure(range.median),
               figure(range.min), figure(range.max)});
  }
  return table.text();
}

std::string distance_page(const RunResult& result, const Machine& machine) {
  const std::vector<int> cores = probe::usable_cores(machine);
  std::vector<std::vector<double>> matrix(cores.size(), std::vector<double>(cores.size(), -1));
  const auto index = [&](int core) {
    return static_cast<std::size_t>(std::find(cores.begin(), cores.end(), core) - cores.begin());
  };
  for (const CellResult& cell : result.cells) {
    const probe::Series* latency = cell.find("latency");
    const std::size_t row = index(cell.cell.reader), column = index(cell.cell.owner);
    if (latency == nullptr || row == cores.size() || column == cores.size()) continue;
    matrix[row][column] = median(latency->samples);
  }
  return matrix_text(matrix, cores, machine, "reads lines of (columns), ns");
}

std::string handover_page(const RunResult& result, const Machine& machine) {
  const std::vector<int> cores = probe::usable_cores(machine);
  std::string text;
  for (const char* quantity : {probe::by_swap, probe::by_store}) {
    const auto matrix = probe::handover_matrix(result, cores, machine, quantity);
    if (!matrix.empty()) text += matrix_text(matrix, cores, machine, std::string(quantity) + ", ns") + "\n";
  }
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> classes;
  for (const CellResult& cell : result.cells) {
    const probe::Series *swap = cell.find(probe::by_swap), *store = cell.find(probe::by_store);
    if (swap == nullptr || store == nullptr) continue;
    auto& [swaps, stores] = classes[probe::pair_text(machine, cell.cell.reader, cell.cell.owner)];
    swaps.push_back(median(swap->samples));
    stores.push_back(median(store->samples));
  }
  Table table({"distance", "pairs", "swap, ns", "min", "max", "store, ns", "min", "max"});
  for (const auto& [name, values] : classes) {
    const Spread swap = spread(values.first), store = spread(values.second);
    table.row({name, std::to_string(values.first.size()), figure(swap.median), figure(swap.min),
               figure(swap.max), figure(store.median), figure(store.min), figure(store.max)});
  }
  return text + table.text();
}

}  // namespace numapack
