// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include "base/statistics.hpp"
#include "cli/quantities/pages.hpp"
#include "cli/quantities/profile_figures.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/plans/plateaus.hpp"

namespace numapack {

namespace {

/// A chain of loads.
struct LoadChain {
  std::uint64_t bytes = 0;
  int stride_lines = 0;
  auto operator<=>(const LoadChain&) const = default;
};

/// Whose memory, and what is not as usual there: where the chain begins, pages, order.
struct ChainHome {
  int node = -1, offset = -1;
  std::string pages{}, order{};
  auto operator<=>(const ChainHome&) const = default;
};

struct LatencyCell {
  LoadChain chase;
  ChainHome home;
  int pu;
  const Figure* ns;
};

using FigureOfCpu = std::map<int, const Figure*>;
using Sweeps = std::map<std::tuple<int, ChainHome, int>, std::map<std::uint64_t, const Figure*>>;

std::vector<LatencyCell> latency_cells(const MeasuredProfile& profile, WithoutFigure& missing) {
  std::vector<LatencyCell> cells;
  const auto add = [&](const MemoryLatency& one, ChainHome home) {
    const auto& conditions = one.latency_ns.conditions;
    if (const auto offset = conditions.find("offset_bytes"); offset != conditions.end())
      std::from_chars(offset->second.data(), offset->second.data() + offset->second.size(), home.offset);
    cells.push_back({{one.bytes, one.stride_lines}, std::move(home), one.pu, &one.latency_ns});
    missing.note(one.latency_ns);
  };
  for (const MemoryLatency& one : profile.memory_latency) add(one, {one.node});
  for (const PagesLatency& one : profile.latency_by_pages) add(one, {one.node, -1, one.pages, one.order});
  return cells;
}

/// "node 0", "node 0, small pages, list".
std::string home_text(const ProfiledMachine& machine, const ChainHome& home) {
  return profiled_node(machine, home.node) + (home.offset < 0 ? "" : fmt::format(", +{}", home.offset)) +
         (home.pages.empty() ? "" : ", " + home.pages + " pages") +
         (home.order.empty() ? "" : ", " + home.order);
}

std::vector<double> values_of(const FigureOfCpu& cells) {
  std::vector<double> values;
  for (const auto& [pu, cell] : cells)
    if (cell->valid()) values.push_back(cell->value());
  return values;
}

/// What an order that prefetchers know takes, of what random order does.
std::string ratios(const std::map<ChainHome, FigureOfCpu>& homes, const ProfiledMachine& machine) {
  std::string text;
  for (const auto& [home, cells] : homes) {
    if (home.order.empty()) continue;
    auto random = homes.find({home.node, home.offset, home.pages});
    if (random == homes.end()) random = homes.find({home.node, home.offset});
    if (random == homes.end()) continue;
    text += fmt::format("{}: {:.2f} of random order, which no prefetcher knows\n", home_text(machine, home),
                        median(values_of(cells)) / median(values_of(random->second)));
  }
  return text;
}

/// CPUs by homes, the ends of each home's figures and their distance; then the same in cycles: what another
/// clock would not change in a cache.
std::string chain_matrix(const std::map<ChainHome, FigureOfCpu>& homes, const ProfiledMachine& machine) {
  std::vector<CpuColumn> ns, cycles;
  std::vector<std::vector<std::string>> ends{{"min"}, {"max"}, {"delta"}};
  bool any_two = false;
  std::map<int, std::vector<double>> clocks;
  const bool other_pages =
      std::ranges::any_of(homes, [](const auto& home) { return !home.first.pages.empty(); });
  for (const auto& [home, cells] : homes) {
    std::string name = home_text(machine, home);
    const std::optional<std::uint64_t> got = cells.begin()->second->page_bytes;
    if (other_pages && home.pages.empty() && got) name += fmt::format(", pages of {}", size_text(*got));
    ns.push_back({name, "ns, " + name});
    cycles.push_back({name, "cycles, " + name});
    for (const auto& [pu, cell] : cells) {
      ns.back().texts[pu] = figure_text(*cell);
      cycles.back().texts[pu] = cycles_text(*cell);
      if (cell->clock_ghz) clocks[pu].push_back(*cell->clock_ghz);
    }
    const Spread of = spread(values_of(cells));
    ends[0].push_back(figure(of.min));
    ends[1].push_back(figure(of.max));
    ends[2].push_back(figure(of.max - of.min));
    any_two = any_two || values_of(cells).size() > 1;
  }
  if (!any_two) ends.clear();
  std::string text = by_cpu("load latency in ns", ns, machine, ends) + ratios(homes, machine);
  if (clocks.empty()) return text;
  cycles.push_back({"GHz", "GHz"});
  for (const auto& [pu, ghz] : clocks) cycles.back().texts[pu] = fmt::format("{:.2f}", median(ghz));
  return text + "\n" + by_cpu("in cycles", cycles, machine);
}

std::string plateaus_text(const std::string& place, int pu,
                          const std::map<std::uint64_t, const Figure*>& sizes,
                          const ProfiledMachine& machine) {
  std::vector<probe::SweepPoint> points;
  for (const auto& [bytes, cell] : sizes)
    if (cell->valid()) points.push_back({bytes, cell->min ? *cell->min : cell->value()});
  Table table({"plateaus of " + place, "ns", "holds at least", "and less than", "the machine says"});
  for (const probe::Plateau& plateau : probe::find_plateaus(points)) {
    const bool ends = plateau.capacity_from > 0;
    const std::string match = probe::firmware_match(plateau, machine, pu);
    table.row({size_text(plateau.from_bytes) + " to " + size_text(plateau.to_bytes), figure(plateau.ns),
               ends ? size_text(plateau.capacity_from) : "", ends ? size_text(plateau.capacity_below) : "",
               match.empty() ? "no cache of that size" : match});
  }
  return table.text();
}

/// Sizes by places, and the plateaus of each. What disturbs only adds time: the least of the samples is the
/// level's. The medians of the visits say how far it matters where the stretch lies.
std::string sweeps_text(const Sweeps& sweeps, const ProfiledMachine& machine) {
  std::set<std::uint64_t> sizes;
  std::vector<std::string> header{"load latency in ns, min"};
  std::string below;
  for (const auto& [place, cells] : sweeps) {
    const std::string text = profiled_cpu(std::get<0>(place)) + ", " + home_text(machine, std::get<1>(place));
    header.insert(header.end(), {text, "median", "by place", "cycles", "GHz"});
    for (const auto& [bytes, cell] : cells) sizes.insert(bytes);
    below += "\n" + plateaus_text(text, std::get<0>(place), cells, machine);
  }
  Table table(header);
  for (const std::uint64_t bytes : sizes) {
    std::vector<std::string> row{size_text(bytes)};
    for (const auto& [place, cells] : sweeps) {
      const auto found = cells.find(bytes);
      if (found == cells.end() || !found->second->valid()) {
        row.insert(row.end(), 5, "-");
        continue;
      }
      const Figure& cell = *found->second;
      const double least = cell.min ? *cell.min : cell.value();
      const Spread visits = spread(cell.visit_medians);
      const bool one = cell.visit_medians.empty();
      row.insert(row.end(), {figure(least), figure_text(cell),
                             one ? "-" : figure(visits.min) + " to " + figure(visits.max),
                             cell.clock_ghz ? figure(least * *cell.clock_ghz) : "-",
                             cell.clock_ghz ? fmt::format("{:.2f}", *cell.clock_ghz) : "-"});
    }
    table.row(row);
  }
  return table.text() + below;
}

constexpr std::size_t least_sizes = 4;

/// Places where so many sizes were walked that there may be plateaus.
Sweeps sweeps_of(const std::vector<LatencyCell>& cells) {
  Sweeps sweeps;
  for (const LatencyCell& cell : cells)
    sweeps[{cell.pu, cell.home, cell.chase.stride_lines}][cell.chase.bytes] = cell.ns;
  std::erase_if(sweeps, [](const auto& sweep) { return sweep.second.size() < least_sizes; });
  return sweeps;
}

}  // namespace

std::string latency_figures(const MeasuredProfile& profile, WithoutFigure& missing) {
  const std::vector<LatencyCell> cells = latency_cells(profile, missing);
  const Sweeps sweeps = sweeps_of(cells);
  std::map<LoadChain, std::map<ChainHome, FigureOfCpu>> chases;
  std::set<LoadChain> matrices;
  for (const LatencyCell& cell : cells) {
    chases[cell.chase][cell.home][cell.pu] = cell.ns;
    if (!sweeps.contains({cell.pu, cell.home, cell.chase.stride_lines})) matrices.insert(cell.chase);
  }
  std::string text;
  for (auto& [chase, homes] : chases) {
    std::erase_if(homes, [](const auto& home) { return values_of(home.second).empty(); });
    if (homes.empty() || !matrices.contains(chase)) continue;
    text += fmt::format("{}a chain of loads{}{}\n", text.empty() ? "" : "\n",
                        chase.bytes > 0 ? " through " + size_text(chase.bytes) : "",
                        chase.stride_lines > 0 ? fmt::format(", {} lines apart", chase.stride_lines) : "") +
            chain_matrix(homes, profile.machine);
  }
  if (!sweeps.empty()) text += (text.empty() ? "" : "\n") + sweeps_text(sweeps, profile.machine);
  const std::string loaded = loaded_figures(profile, missing);
  return text + (text.empty() || loaded.empty() ? "" : "\n") + loaded;
}

// What others do only adds time: the least of the samples comes first.
std::string quick_latency_figures(const MeasuredProfile& profile, WithoutFigure&) {
  std::map<int, CpuColumn> homes;
  for (const MemoryLatency& cell : profile.memory_latency) {
    CpuColumn& home = homes[cell.node];
    home.name = profiled_node(profile.machine, cell.node) + ", min (median, max)";
    home.grid = "ns, " + home.name;
    const Figure& of = cell.latency_ns;
    home.texts[cell.pu] = of.valid() ? fmt::format("{} ({}, {})", figure(of.min.value_or(of.value())),
                                                   figure(of.value()), figure(of.max.value_or(of.value())))
                                     : "-";
  }
  std::vector<CpuColumn> columns;
  for (auto& [node, column] : homes) columns.push_back(std::move(column));
  return by_cpu("load latency in ns", columns, profile.machine);
}

}  // namespace numapack
