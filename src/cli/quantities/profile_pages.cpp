// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "cli/runs/measuring.hpp"
#include "cli/terminal/cpu_grid.hpp"
#include "cli/terminal/table.hpp"
#include "insight/advice.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// "141.5", "39.2-45" of a printed range, "28*" where it is inferred, "-" where there is no figure.
std::string figure_text(const Figure& one) {
  if (!one.valid()) return "-";
  const char* const mark = one.conditions.contains("inferred") ? "*" : "";
  return (one.median ? figure(*one.median) : fmt::format("{}-{}", figure(*one.min), figure(*one.max))) + mark;
}

/// What else the profile reports in this unit, and why cells have no figure.
std::string reported_text(const MeasuredProfile& profile, const std::string& unit) {
  Table table({"also reported, in " + unit, ""});
  bool any = false;
  for (const Reported& one : profile.reported) {
    if (one.unit != unit || !one.value.valid()) continue;
    any = true;
    table.row({one.quantity, figure_text(one.value)});
  }
  return any ? "\n" + table.text() : "";
}

/// Adds up why cells have no figure, and from what those follow that are not legible.
class WithoutFigure {
 public:
  void note(const Figure& one) {
    if (const auto how = one.conditions.find("inferred"); how != one.conditions.end())
      ++inferred_[how->second];
    if (!one.valid() && !one.invalid.empty() && one.invalid != not_asked_for) ++reasons_[one.invalid];
  }
  std::string text() const {
    std::string lines;
    for (const auto& [how, count] : inferred_)
      lines += fmt::format("* inferred: {} ({} {})\n", how, count, count == 1 ? "cell" : "cells");
    for (const auto& [why, count] : reasons_)
      lines += fmt::format("no figure: {} ({} {})\n", why, count, count == 1 ? "cell" : "cells");
    return lines.empty() ? "" : "\n" + lines;
  }

 private:
  std::map<std::string, int> reasons_, inferred_;
};

struct ProfiledChase {
  std::uint64_t bytes = 0;
  int stride_lines = 0;
  auto operator<=>(const ProfiledChase&) const = default;
};

using ByCpu = std::map<int, const Figure*>;

std::string chase_text(const ProfiledChase& chase) {
  std::string text = chase.bytes > 0 ? " through " + size_text(chase.bytes) : "";
  if (chase.stride_lines > 0) text += fmt::format(", {} lines apart", chase.stride_lines);
  return text;
}

std::string profiled_cpu(int pu) { return pu < 0 ? "a CPU (not said which)" : fmt::format("CPU {}", pu); }

std::string profiled_node(int node) { return node < 0 ? "memory not named" : fmt::format("node {}", node); }

/// A row a CPU, a column a node, and below them the ends and their distance.
std::string profiled_latencies(const std::map<int, ByCpu>& nodes, const std::set<int>& pus) {
  std::vector<std::string> header{"load latency in ns"};
  for (const auto& [node, cells] : nodes) header.push_back(profiled_node(node));
  Table table(header);
  for (const int pu : pus) {
    std::vector<std::string> row{profiled_cpu(pu)};
    for (const auto& [node, cells] : nodes) {
      const auto cell = cells.find(pu);
      row.push_back(cell == cells.end() ? "-" : figure_text(*cell->second));
    }
    table.row(row);
  }
  return table.text();
}

std::map<int, std::string> figure_texts(const ByCpu& cells) {
  std::map<int, std::string> texts;
  for (const auto& [pu, cell] : cells) texts[pu] = figure_text(*cell);
  return texts;
}

std::string profiled_ends(const std::map<int, ByCpu>& nodes) {
  std::string text;
  for (const auto& [node, cells] : nodes) {
    std::vector<double> values;
    for (const auto& [pu, cell] : cells)
      if (cell->valid()) values.push_back(cell->value());
    if (values.size() < 2) continue;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    text += fmt::format("{}: min {}, max {}, delta {}\n", profiled_node(node), figure(*low), figure(*high),
                        figure(*high - *low));
  }
  return text;
}

std::string profiled_load(const MeasuredProfile& profile) {
  if (profile.loaded_latency.empty()) return "";
  Table table({"under load", "memory of", "writes", "GB/s", "latency in ns"});
  for (const LoadedPoint& point : profile.loaded_latency)
    table.row({profiled_cpu(point.pu), profiled_node(point.node),
               fmt::format("{:.0f} %", 100 * point.write_share), figure_text(point.gb_per_s),
               figure_text(point.latency_ns)});
  return "\n" + table.text();
}

std::string profiled_pages(const MeasuredProfile& profile) {
  if (profile.latency_by_pages.empty()) return "";
  Table table({"in other pages", "memory of", "pages", "through", "latency in ns"});
  for (const PagesLatency& cell : profile.latency_by_pages)
    table.row({profiled_cpu(cell.pu), profiled_node(cell.node), cell.pages, size_text(cell.bytes),
               figure_text(cell.latency_ns)});
  return "\n" + table.text();
}

}  // namespace

std::string profile_latencies(const MeasuredProfile& profile) {
  std::map<ProfiledChase, std::map<int, ByCpu>> chases;
  std::map<ProfiledChase, std::set<int>> pus;
  WithoutFigure missing;
  for (const MemoryLatency& cell : profile.memory_latency) {
    const ProfiledChase chase{cell.bytes, cell.stride_lines};
    chases[chase][cell.node][cell.pu] = &cell.latency_ns;
    pus[chase].insert(cell.pu);
    missing.note(cell.latency_ns);
  }
  constexpr std::size_t most_rows = 16;
  std::string text;
  for (const auto& [chase, nodes] : chases) {
    text += fmt::format("{}a chain of loads{}\n", text.empty() ? "" : "\n", chase_text(chase));
    if (pus[chase].size() <= most_rows || pus[chase].count(-1) > 0)
      text += profiled_latencies(nodes, pus[chase]);
    else
      for (const auto& [node, cells] : nodes)
        text += cpu_grid("ns, " + profiled_node(node), figure_texts(cells), profile.machine.layout);
    text += profiled_ends(nodes);
  }
  text += profiled_load(profile) + profiled_pages(profile);
  return text.empty() ? reported_text(profile, "ns") : text + reported_text(profile, "ns") + missing.text();
}

namespace {

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
  std::map<OwnerLine, std::map<Column, const CoreToCore*>> lines;
  WithoutFigure missing;
  for (const CoreToCore& cell : profile.core_to_core) {
    const Column column{cell.level == 0 ? 9 : cell.level, cell.bytes, name(cell.state)};
    const OwnerLine line{cell.reader, cell.owner, cell.sharer, cell.home};
    columns.insert(column);
    if (lines.count(line) == 0) order.push_back(line);
    lines[line][column] = &cell;
    missing.note(cell.latency_ns);
    missing.note(cell.gb_per_s);
  }
  if (order.empty()) return reported_text(profile, "ns");
  std::string text;
  const auto add = [&](const std::string& title, Figure CoreToCore::*quantity) {
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
          const Figure* const of = cell == lines[line].end() ? nullptr : &(cell->second->*quantity);
          has_figure = has_figure || (of != nullptr && of->valid());
          row.push_back(of == nullptr ? "" : figure_text(*of));
        }
        if (has_figure) table.row(row);
        any = any || has_figure;
      }
      if (any) text += (text.empty() ? "" : "\n") + table.text();
    }
  };
  add("ns", &CoreToCore::latency_ns);
  add("reads in GB/s", &CoreToCore::gb_per_s);
  return text + reported_text(profile, "ns") + missing.text();
}

std::string profile_stream(const MeasuredProfile& profile) {
  using Row = std::tuple<int, std::string, bool, std::string>;
  std::set<std::string> kernels;
  std::map<Row, std::map<std::string, const Figure*>> rows;
  WithoutFigure missing;
  const auto list = [](const std::vector<int>& nodes) { return nodes.empty() ? "all" : list_text(nodes); };
  for (const StreamRow& one : profile.stream) {
    std::string placement = one.policy;
    if (!one.cpu_nodes.empty() || !one.memory_nodes.empty())
      placement += fmt::format(" cpus={} memory={}", list(one.cpu_nodes), list(one.memory_nodes));
    if (one.pinned) placement += *one.pinned ? ", pinned" : ", not pinned";
    kernels.insert(one.kernel);
    rows[{one.threads, placement, one.streaming_stores, one.compiler}][one.kernel] = &one.gb_per_s;
    missing.note(one.gb_per_s);
  }
  std::string text;
  if (!rows.empty()) {
    std::vector<std::string> header{"GB/s", "threads", "stores", "compiler"};
    header.insert(header.end(), kernels.begin(), kernels.end());
    Table table(header);
    for (const auto& [row, cells] : rows) {
      const auto& [threads, placement, streaming, compiler] = row;
      std::vector<std::string> line{placement, std::to_string(threads), streaming ? "streaming" : "ordinary",
                                    compiler};
      for (const std::string& kernel : kernels) {
        const auto cell = cells.find(kernel);
        line.push_back(cell == cells.end() ? "" : figure_text(*cell->second));
      }
      table.row(line);
    }
    text = table.text();
  }
  if (!profile.node_bandwidth.empty()) {
    Table table({"GB/s, cores of", "memory of", "kernel", "threads", ""});
    for (const NodeBandwidth& one : profile.node_bandwidth)
      table.row({profiled_node(one.cpu_node), profiled_node(one.memory_node),
                 one.kernel + (one.streaming_stores ? ", streaming" : ""), std::to_string(one.threads),
                 figure_text(one.gb_per_s)});
    text += (text.empty() ? "" : "\n") + table.text();
  }
  return text + reported_text(profile, "GB/s") + missing.text();
}

std::string profile_barriers(const MeasuredProfile& profile) {
  if (!profile.barriers.empty()) {
    Table table({"barrier of", "algorithm", "predicted us", "us"});
    for (const BarrierResult& one : profile.barriers)
      table.row({fmt::format("{} threads ({})", one.pus.size(), list_text(one.pus)), one.algorithm,
                 one.predicted_us ? figure(*one.predicted_us) : "-", figure_text(one.time_us)});
    return table.text();
  }
  const Advice advice = advise(profile);
  if (advice.patterns.empty()) return "";
  Table table(
      {fmt::format("barrier of {} threads", advice.threads), "predicted ns", "steps", "dearest step"});
  for (const PatternAdvice& one : advice.patterns) {
    if (one.cost.pattern.find("broadcast") != std::string::npos) continue;
    const PatternStep& step = one.bottleneck;
    table.row({one.cost.pattern, figure(one.cost.ns), std::to_string(one.cost.path.size()),
               step.from < 0 ? "-" : fmt::format("{} to {}, {} ns", step.from, step.to, figure(step.ns))});
  }
  return fmt::format("none was measured: predicted from {} of {} latencies between cores\n\n",
                     advice.pairs_measured, advice.pairs) +
         table.text();
}

}  // namespace numapack
