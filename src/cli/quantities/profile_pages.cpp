// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "cli/quantities/profile_figures.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/cpu_grid.hpp"
#include "cli/terminal/table.hpp"
#include "insight/advice.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

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
  for (auto& [chase, nodes] : chases) {
    std::erase_if(nodes, [](const auto& node) {
      return std::ranges::none_of(node.second, [](const auto& cell) { return cell.second->valid(); });
    });
    if (nodes.empty()) continue;
    text += fmt::format("{}a chain of loads{}\n", text.empty() ? "" : "\n", chase_text(chase));
    if (pus[chase].size() <= most_rows || pus[chase].count(-1) > 0)
      text += profiled_latencies(nodes, pus[chase]);
    else
      for (const auto& [node, cells] : nodes)
        text += cpu_grid("ns, " + profiled_node(node), figure_texts(cells), profile.machine.layout);
    text += profiled_ends(nodes);
  }
  text += profiled_load(profile) + profiled_pages(profile);
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
