// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/statistics.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/plans/plateaus.hpp"
#include "probe/running/channel_stride.hpp"

namespace numapack {

using probe::CellResult;
using probe::RunResult;

namespace {

/// Median of a cell's series; "-" where it could not be measured.
std::string middle(const CellResult& cell, const std::string& quantity) {
  const probe::Series* series = cell.find(quantity);
  return series == nullptr ? "-" : figure(median(series->samples));
}

/// A median in cycles of the core's clock; "-" where either is not known.
std::string in_cycles(const CellResult& cell, double ns) {
  const std::optional<double> ghz = cell.clock_ghz();
  return ghz ? figure(ns * *ghz) : "-";
}

/// Of the medians of the visits: how far it matters where the stretch lies.
std::string range_text(const std::vector<double>& visits) {
  const Spread of = spread(visits);
  return figure(of.min) + " to " + figure(of.max);
}

std::string clock_text(std::optional<double> ghz) { return ghz ? fmt::format("{:.2f}", *ghz) : "-"; }

/// Which CPU reads which memory; -1 for a column of a matrix.
struct Place {
  int reader = -1, home = -1;
  probe::PageKind pages = probe::PageKind::small;
  probe::ChaseOrder order = probe::ChaseOrder::random;
  auto operator<=>(const Place&) const = default;
};

Place place_of(const CellResult& cell) {
  return {cell.cell.reader, cell.cell.home, cell.cell.pages, cell.cell.order};
}

std::map<Place, std::vector<const CellResult*>> by_place(const RunResult& result) {
  std::map<Place, std::vector<const CellResult*>> places;
  for (const CellResult& cell : result.cells) places[place_of(cell)].push_back(&cell);
  return places;
}

/// "node 0", or "node 0, small pages" where others were asked for, too.
std::string home_text(const RunResult& result, const Machine& machine, const Place& place) {
  const bool several = std::any_of(result.cells.begin(), result.cells.end(),
                                   [](const CellResult& cell) { return cell.cell.beside; });
  const std::string order =
      place.order == probe::ChaseOrder::random ? "" : fmt::format(", {}", name(place.order));
  return node_text(machine, place.home) + (several ? fmt::format(", {} pages", name(place.pages)) : "") +
         order;
}

std::string place_text(const RunResult& result, const Machine& machine, const Place& place) {
  return core_text(machine, place.reader) + ", " + home_text(result, machine, place);
}

/// The same medians in cycles, with the clock they were measured at: what another clock would not change in a
/// cache.
std::string cycles_matrix(const RunResult& result, const std::set<int>& cores, const std::set<Place>& columns,
                          const std::map<Place, const CellResult*>& cells, const Machine& machine) {
  std::vector<std::string> header{"in cycles"};
  for (const Place& column : columns) header.push_back(home_text(result, machine, column));
  header.push_back("GHz");
  Table table(header);
  for (const int core : cores) {
    std::vector<std::string> row{core_text(machine, core)};
    std::vector<double> clocks;
    for (const Place& column : columns) {
      const CellResult& cell = *cells.at({core, column.home, column.pages, column.order});
      const probe::Series* series = cell.find("latency");
      row.push_back(series == nullptr ? "-" : in_cycles(cell, median(series->samples)));
      if (const std::optional<double> ghz = cell.clock_ghz()) clocks.push_back(*ghz);
    }
    row.push_back(clock_text(clocks.empty() ? std::nullopt : std::optional(median(clocks))));
    table.row(row);
  }
  return table.text();
}

}  // namespace

std::string latency_matrix(const RunResult& result, const Machine& machine) {
  std::set<int> cores;
  std::set<Place> columns;
  std::map<Place, const CellResult*> cells;
  for (const CellResult& cell : result.cells) {
    cores.insert(cell.cell.reader);
    columns.insert({-1, cell.cell.home, cell.cell.pages, cell.cell.order});
    cells[place_of(cell)] = &cell;
  }
  std::vector<std::string> header{"load latency in ns"};
  for (const Place& column : columns) header.push_back(home_text(result, machine, column));
  Table table(header);
  std::map<Place, std::vector<double>> by_column;
  for (const int core : cores) {
    std::vector<std::string> row{core_text(machine, core)};
    for (const Place& column : columns) {
      const CellResult& cell = *cells.at({core, column.home, column.pages, column.order});
      row.push_back(middle(cell, "latency"));
      if (const probe::Series* series = cell.find("latency"))
        by_column[column].push_back(median(series->samples));
    }
    table.row(row);
  }
  std::vector<std::string> low{"min"}, high{"max"}, delta{"delta"};
  for (const Place& column : columns) {
    const std::vector<double>& all = by_column[column];
    const Spread of = spread(all);
    low.push_back(all.empty() ? "-" : figure(of.min));
    high.push_back(all.empty() ? "-" : figure(of.max));
    delta.push_back(all.empty() ? "-" : figure(of.max - of.min));
  }
  table.row(low);
  table.row(high);
  table.row(delta);
  std::string ratios;
  for (const Place& column : columns) {
    const std::vector<double>& known = by_column[column];
    const std::vector<double>& random = by_column[{-1, column.home, column.pages}];
    if (column.order == probe::ChaseOrder::random || known.empty() || random.empty()) continue;
    ratios += fmt::format("{}: {:.2f} of random order, which no prefetcher knows\n",
                          home_text(result, machine, column), median(known) / median(random));
  }
  return table.text() + ratios + "\n" + cycles_matrix(result, cores, columns, cells, machine);
}

// What others do only adds time: the least of the samples comes first.
std::string quick_latency_page(const RunResult& result, const Machine& machine) {
  std::set<int> cores;
  std::set<int> homes;
  std::map<std::pair<int, int>, const CellResult*> cells;
  for (const CellResult& cell : result.cells) {
    cores.insert(cell.cell.reader);
    homes.insert(cell.cell.home);
    cells[{cell.cell.reader, cell.cell.home}] = &cell;
  }
  std::vector<std::string> header{"load latency in ns"};
  for (const int home : homes) header.push_back(node_text(machine, home) + ", min (median, max)");
  Table table(header);
  for (const int core : cores) {
    std::vector<std::string> row{core_text(machine, core) + ", " +
                                 node_text(machine, machine.cores[static_cast<std::size_t>(core)].node)};
    for (const int home : homes) {
      const probe::Series* const series = cells.at({core, home})->find("latency");
      const Spread of = series == nullptr ? Spread{} : spread(series->samples);
      row.push_back(series == nullptr
                        ? "-"
                        : fmt::format("{} ({}, {})", figure(of.min), figure(of.median), figure(of.max)));
    }
    table.row(row);
  }
  return table.text();
}

// What disturbs only adds time: the least of the samples is the level's.
std::string latency_sweep(const RunResult& result, const Machine& machine) {
  const auto places = by_place(result);
  std::set<std::size_t> sizes;
  for (const CellResult& cell : result.cells) sizes.insert(cell.cell.bytes);
  std::vector<std::string> header{"load latency in ns, min"};
  for (const auto& [place, cells] : places) {
    header.push_back(place_text(result, machine, place));
    header.insert(header.end(), {"median", "by place", "cycles", "GHz"});
  }
  Table table(header);
  for (const std::size_t size : sizes) {
    std::vector<std::string> row{size_text(size)};
    for (const auto& [place, cells] : places) {
      const auto of_size = [&](const CellResult* cell) { return cell->cell.bytes == size; };
      const CellResult& cell = **std::find_if(cells.begin(), cells.end(), of_size);
      const probe::Series* series = cell.find("latency");
      row.push_back(series == nullptr ? "-" : figure(spread(series->samples).min));
      row.push_back(middle(cell, "latency"));
      row.push_back(series == nullptr ? "-" : range_text(series->visits));
      row.push_back(series == nullptr ? "-" : in_cycles(cell, spread(series->samples).min));
      row.push_back(clock_text(cell.clock_ghz()));
    }
    table.row(row);
  }
  std::string text = table.text();
  for (const auto& [place, cells] : places) {
    std::vector<probe::SweepPoint> points;
    for (const CellResult* cell : cells) {
      if (const probe::Series* series = cell->find("latency"))
        points.push_back({cell->cell.bytes, spread(series->samples).min});
    }
    Table plateaus({"plateaus of " + place_text(result, machine, place), "ns", "holds at least",
                    "and less than", "the machine says"});
    for (const probe::Plateau& plateau : probe::find_plateaus(points)) {
      const bool ends = plateau.capacity_from > 0;
      const std::string match = probe::firmware_match(plateau, machine, place.reader);
      plateaus.row({size_text(plateau.from_bytes) + " to " + size_text(plateau.to_bytes), figure(plateau.ns),
                    ends ? size_text(plateau.capacity_from) : "",
                    ends ? size_text(plateau.capacity_below) : "",
                    match.empty() ? "no cache of that size" : match});
    }
    text += "\n" + plateaus.text();
  }
  return text;
}

namespace {

std::string found_strides(const RunResult& result, const Machine& machine) {
  std::map<int, std::vector<const CellResult*>> nodes;
  for (const CellResult& cell : result.cells) nodes[cell.cell.home].push_back(&cell);
  std::string text;
  for (const auto& [node, cells] : nodes) {
    Table table({"stride in " + node_text(machine, node), "loads/us"});
    std::vector<probe::StridePoint> points;
    for (const CellResult* cell : cells) {
      table.row({size_text(cell->cell.step_bytes), middle(*cell, "rate")});
      if (const probe::Series* rate = cell->find("rate"))
        points.push_back({cell->cell.step_bytes, median(rate->samples)});
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

}  // namespace

std::string channel_page(const RunResult& result, const Machine& machine) {
  if (!result.cells.empty() && result.cells.front().cell.variant == "find")
    return found_strides(result, machine);
  std::set<std::size_t> offsets;
  for (const CellResult& cell : result.cells) offsets.insert(cell.cell.offset_bytes);
  std::vector<std::string> header{"load latency in ns"};
  for (const std::size_t offset : offsets) header.push_back(fmt::format("+{}", offset));
  Table table(header);
  for (const auto& [place, cells] : by_place(result)) {
    std::vector<std::string> row{place_text(result, machine, place)};
    for (const CellResult* cell : cells) row.push_back(middle(*cell, "latency"));
    table.row(row);
  }
  return table.text();
}

}  // namespace numapack
