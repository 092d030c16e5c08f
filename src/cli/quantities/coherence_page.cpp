// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/statistics.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/quantities/profile_figures.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/colours.hpp"
#include "cli/terminal/cpu_grid.hpp"
#include "cli/terminal/heat_map.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/handover.hpp"

namespace numapack {

namespace {

/// Whose lines who reads, and where they are at home; the third that shares them where that varies.
struct PairLine {
  int reader = -1, owner = -1, sharer = -1, home = -1;
  auto operator<=>(const PairLine&) const = default;
};

/// Level (memory after all caches), size, state.
using StateColumn = std::tuple<int, std::uint64_t, std::string>;
constexpr int memory_level = 9;

/// From near to far.
using PairDistance = std::pair<probe::PairClass, std::string>;

using FigureOfLine = std::map<PairLine, Figure>;
using StateColumns = std::map<StateColumn, FigureOfLine>;  ///< each with figures

struct PairCells {
  std::vector<PairLine> lines;  ///< in the order of their first cells
  StateColumns latency_ns, gb_per_s;
};

PairCells pair_cells(const MeasuredProfile& profile, WithoutFigure& missing) {
  std::map<PairLine, std::set<int>> sharers;
  const auto without_sharer = [](const CoreToCore& cell) {
    return PairLine{cell.reader, cell.owner, -1, cell.home};
  };
  for (const CoreToCore& cell : profile.core_to_core)
    if (cell.sharer >= 0) sharers[without_sharer(cell)].insert(cell.sharer);
  PairCells cells;
  std::set<PairLine> known;
  for (const CoreToCore& cell : profile.core_to_core) {
    const StateColumn column{cell.level == 0 ? memory_level : cell.level, cell.bytes, name(cell.state)};
    PairLine line = without_sharer(cell);
    // States of one and of two holders stand in one line, where that is always the same second one.
    const std::set<int>& all = sharers[line];
    line.sharer = all.size() == 1 ? *all.begin() : cell.sharer;
    FigureOfLine &waits = cells.latency_ns[column], &rates = cells.gb_per_s[column];
    if (known.insert(line).second) cells.lines.push_back(line);
    // Another table of a document may have the cell again, with one of its figures.
    if (!waits[line].valid()) waits[line] = cell.latency_ns;
    if (!rates[line].valid()) rates[line] = cell.gb_per_s;
    missing.note(cell.latency_ns);
    missing.note(cell.gb_per_s);
  }
  for (StateColumns* const columns : {&cells.latency_ns, &cells.gb_per_s})
    std::erase_if(*columns, [](const auto& column) {
      return std::ranges::none_of(column.second, [](const auto& cell) { return cell.second.valid(); });
    });
  return cells;
}

/// The pairs that have a figure, and what makes pictures of them.
struct MeasuredPairs {
  std::map<std::pair<int, int>, const Figure*> figures;
  std::set<int> readers, cpus;
  explicit MeasuredPairs(const FigureOfLine& lines) {
    for (const auto& [line, figure] : lines) {
      if (!figure.valid()) continue;
      figures[{line.reader, line.owner}] = &figure;
      readers.insert(line.reader);
      cpus.insert({line.reader, line.owner});
    }
  }
  /// Whether they are enough for a picture of who reads whose.
  bool picture() const { return readers.size() == 1 || figures.size() >= 3 * cpus.size(); }
  /// More than one reads line by line.
  bool crowd() const {
    constexpr std::size_t few = 16, many = 128;
    return figures.size() > many || (figures.size() > few && picture());
  }
};

std::string line_text(const ProfiledMachine& machine, const probe::PairClasses& classes,
                      const PairLine& line) {
  const std::string distance = classes.text(line.reader, line.owner);
  const std::string whose =
      line.reader == line.owner
          ? distance
          : fmt::format("{}'s{}", line.owner, distance.empty() ? "" : " (" + distance + ")");
  return fmt::format("CPU {} reads {}{}{}", line.reader, whose,
                     line.sharer >= 0 ? fmt::format(", shared with {}", line.sharer) : "",
                     line.home >= 0 ? ", home " + profiled_node(machine, line.home) : "");
}

std::string level_text(int level) { return level == memory_level ? "memory" : fmt::format("L{}", level); }

std::string state_text(const StateColumn& column) {
  const auto& [level, bytes, state] = column;
  return state + (bytes > 0 ? " " + size_text(bytes) : "");
}

/// A table a level of the lines that belong to no crowd.
std::string lines_text(const std::vector<PairLine>& lines, const StateColumns& columns,
                       const ProfiledMachine& machine, const std::string& unit) {
  const probe::PairClasses classes(machine);
  std::map<int, StateColumns> levels;
  std::set<PairLine> alone;
  for (const auto& [column, figures] : columns) {
    levels[std::get<0>(column)].emplace(column, figures);
    if (!MeasuredPairs(figures).crowd())
      for (const auto& [line, figure] : figures) alone.insert(line);
  }
  std::string text;
  for (const auto& [level, of_level] : levels) {
    // Where all columns have one size it stands before them.
    const std::uint64_t size = std::get<1>(of_level.begin()->first);
    const bool one_size =
        std::ranges::all_of(of_level, [&](const auto& column) { return std::get<1>(column.first) == size; });
    std::vector<std::string> names;
    for (const auto& [column, figures] : of_level)
      names.push_back(one_size ? std::get<2>(column) : state_text(column));
    CrossTable table(level_text(level) + (one_size && size > 0 ? " " + size_text(size) : "") + ", " + unit,
                     names);
    for (const PairLine& line : lines) {
      const auto measured = [&](const auto& column) {
        const auto cell = column.second.find(line);
        return cell != column.second.end() && cell->second.valid();
      };
      if (!alone.contains(line) || std::ranges::none_of(of_level, measured)) continue;
      const std::string name = line_text(machine, classes, line);
      auto column = names.begin();
      for (const auto& [key, figures] : of_level) {
        if (const auto cell = figures.find(line); cell != figures.end())
          table.set(name, *column, figure_text(cell->second));
        ++column;
      }
    }
    if (!table.empty()) text += (text.empty() ? "" : "\n") + table.text();
  }
  return text;
}

/// Numbers while they can be read, then a picture. Below zero: not measured.
std::string matrix_text(const std::vector<std::vector<double>>& matrix,
                        const std::vector<std::string>& labels, const std::string& title, const char* unit) {
  constexpr std::size_t most_numbers = 16;
  if (labels.size() > most_numbers) return title + "\n" + heat_map(matrix, labels, unit, colours_wanted());
  CrossTable table(title, labels);
  for (std::size_t row = 0; row < labels.size(); ++row)
    for (std::size_t column = 0; column < labels.size(); ++column)
      table.set(labels[row], labels[column],
                row == column             ? ""
                : matrix[row][column] < 0 ? "-"
                                          : figure(matrix[row][column]));
  return table.text();
}

/// Pairs in a picture of who reads whose; of a single reader the owners' figures. "" where too few of all
/// pairs were measured for a picture.
std::string picture_text(const std::string& title, const MeasuredPairs& pairs,
                         const ProfiledMachine& machine) {
  if (!pairs.picture()) return "";
  if (pairs.readers.size() == 1) {
    std::map<int, std::string> texts;
    for (const auto& [pair, figure] : pairs.figures) texts[pair.second] = figure_text(*figure);
    return cpu_grid(fmt::format("{}, CPU {} reads lines of", title, *pairs.readers.begin()), texts,
                    machine.layout);
  }
  const std::vector<int> all(pairs.cpus.begin(), pairs.cpus.end());
  std::vector<std::vector<double>> matrix(all.size(), std::vector<double>(all.size(), -1));
  std::vector<std::string> labels;
  const auto place = [&](int cpu) { return std::size_t(std::ranges::lower_bound(all, cpu) - all.begin()); };
  for (const int cpu : all) labels.push_back(profiled_cpu(cpu));
  for (const auto& [pair, figure] : pairs.figures)
    matrix[place(pair.first)][place(pair.second)] = figure->value();
  return matrix_text(matrix, labels, title + ", reads lines of (columns)",
                     title.ends_with("GB/s") ? "GB/s" : "ns");
}

/// Columns with more pairs than one reads line by line: their picture, and what the pairs of each distance
/// pay.
std::string crowds_text(const StateColumns& columns, const ProfiledMachine& machine,
                        const std::string& unit) {
  const probe::PairClasses classes(machine);
  Table table({unit, "pairs", "median", "min", "max"});
  std::string pictures;
  bool any = false;
  for (const auto& [column, figures] : columns) {
    const MeasuredPairs pairs(figures);
    if (!pairs.crowd()) continue;
    any = true;
    const std::string title = level_text(std::get<0>(column)) + " " + state_text(column);
    const std::string picture = picture_text(title + ", " + unit, pairs, machine);
    pictures += picture + (picture.empty() ? "" : "\n");
    std::map<PairDistance, std::vector<double>> distances;
    for (const auto& [line, figure] : figures)
      if (figure.valid())
        distances[{classes(line.reader, line.owner), classes.text(line.reader, line.owner)}].push_back(
            figure.value());
    for (const auto& [distance, values] : distances) {
      const Spread of = spread(values);
      table.row({title + (distance.second.empty() ? "" : ", " + distance.second),
                 std::to_string(values.size()), figure(of.median), figure(of.min), figure(of.max)});
    }
  }
  return any ? pictures + table.text() : "";
}

}  // namespace

std::string coherence_figures(const MeasuredProfile& profile, WithoutFigure& missing) {
  const PairCells cells = pair_cells(profile, missing);
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  };
  for (const auto& [columns, unit] :
       {std::pair(&cells.latency_ns, "ns"), std::pair(&cells.gb_per_s, "reads in GB/s")}) {
    add(lines_text(cells.lines, *columns, profile.machine, unit));
    add(crowds_text(*columns, profile.machine, unit));
  }
  add(handover_figures(profile, missing));
  return text;
}

std::string handover_figures(const MeasuredProfile& profile, WithoutFigure& missing) {
  if (profile.handovers.empty()) return "";
  const probe::PairClasses classes(profile.machine);
  std::map<probe::Pair, double> swaps, stores;
  std::map<PairDistance, std::pair<std::vector<double>, std::vector<double>>> distances;
  std::set<int> pus;
  for (const HandoverTime& one : profile.handovers) {
    pus.insert({one.one, one.other});
    missing.note(one.swap_ns);
    missing.note(one.store_ns);
    if (!one.swap_ns.valid() || !one.store_ns.valid()) continue;
    const PairDistance distance{classes(one.one, one.other), classes.text(one.one, one.other)};
    distances[distance].first.push_back(swaps[{one.one, one.other}] = one.swap_ns.value());
    distances[distance].second.push_back(stores[{one.one, one.other}] = one.store_ns.value());
  }
  std::vector<std::string> labels;
  for (const int pu : pus) labels.push_back(profiled_cpu(pu));
  const std::vector<int> all(pus.begin(), pus.end());
  std::string text;
  for (const auto& [pairs, name] : {std::pair(&swaps, probe::by_swap), std::pair(&stores, probe::by_store)}) {
    const auto matrix = probe::handover_matrix(*pairs, all, classes);
    if (!matrix.empty()) text += matrix_text(matrix, labels, std::string(name) + ", ns", "ns") + "\n";
  }
  Table table({"distance", "pairs", "swap, ns", "min", "max", "store, ns", "min", "max"});
  for (const auto& [distance, values] : distances) {
    const Spread swap = spread(values.first), store = spread(values.second);
    table.row({distance.second, std::to_string(values.first.size()), figure(swap.median), figure(swap.min),
               figure(swap.max), figure(store.median), figure(store.min), figure(store.max)});
  }
  return text + (distances.empty() ? "" : table.text());
}

}  // namespace numapack
