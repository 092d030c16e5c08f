// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "cli/quantities/pages.hpp"
#include "cli/quantities/profile_figures.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

struct Quantities {
  Figure latency_ns, gb_per_s;
};

using OwnerLine = std::tuple<int, int, int, int>;  ///< reader, owner, sharer, home

std::string owner_line_text(const OwnerLine& line) {
  const auto [reader, owner, sharer, home] = line;
  return fmt::format("{} reads {}{}{}", reader, reader == owner ? "its own" : fmt::format("{}'s", owner),
                     sharer >= 0 ? fmt::format(", shared with {}", sharer) : "",
                     home >= 0 ? ", home " + profiled_node(home) : "");
}

}  // namespace

std::string profile_coherence(const MeasuredProfile& profile) {
  using Column = std::tuple<int, std::uint64_t, std::string>;
  std::set<Column> columns;
  std::vector<OwnerLine> order;
  std::map<OwnerLine, std::map<Column, Quantities>> lines;
  WithoutFigure missing;
  for (const CoreToCore& cell : profile.core_to_core) {
    const Column column{cell.level == 0 ? 9 : cell.level, cell.bytes, name(cell.state)};
    const OwnerLine line{cell.reader, cell.owner, cell.sharer, cell.home};
    columns.insert(column);
    if (lines.count(line) == 0) order.push_back(line);
    // Another table of a document may have the cell again, with one of its figures.
    Quantities& of = lines[line][column];
    if (!of.latency_ns.valid()) of.latency_ns = cell.latency_ns;
    if (!of.gb_per_s.valid()) of.gb_per_s = cell.gb_per_s;
    missing.note(cell.latency_ns);
    missing.note(cell.gb_per_s);
  }
  if (order.empty()) return reported_text(profile, "ns");
  std::string text;
  const auto add = [&](const std::string& title, Figure Quantities::*quantity) {
    std::map<int, std::vector<Column>> levels;
    for (const Column& column : columns) levels[std::get<0>(column)].push_back(column);
    for (const auto& [level, of_level] : levels) {
      std::vector<std::string> header{(level == 9 ? "memory" : fmt::format("L{}", level)) + ", " + title};
      for (const auto& [number, bytes, state] : of_level)
        header.push_back(state + (bytes > 0 ? " " + size_text(bytes) : ""));
      Table table(header);
      bool any = false;
      for (const OwnerLine& line : order) {
        std::vector<std::string> row{owner_line_text(line)};
        bool has_figure = false;
        for (const Column& column : of_level) {
          const auto cell = lines[line].find(column);
          const Figure* const of = cell == lines[line].end() ? nullptr : &(cell->second.*quantity);
          has_figure = has_figure || (of != nullptr && of->valid());
          row.push_back(of == nullptr ? "" : figure_text(*of));
        }
        if (has_figure) table.row(row);
        any = any || has_figure;
      }
      if (any) text += (text.empty() ? "" : "\n") + table.text();
    }
  };
  add("ns", &Quantities::latency_ns);
  add("reads in GB/s", &Quantities::gb_per_s);
  return text + reported_text(profile, "ns") + missing.text();
}

}  // namespace numapack
