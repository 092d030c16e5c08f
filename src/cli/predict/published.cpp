// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/published.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "schedule/seconds.hpp"

namespace numapack {

namespace {

constexpr double line_bytes = 64;

/// So many threads on each node, all of which do one step with the same load.
Schedule one_step_a_thread(const std::vector<int>& threads) {
  Schedule schedule;
  schedule.threads = threads;
  for (std::size_t team = 0; team < threads.size(); ++team) {
    Step step;
    step.team = static_cast<std::int16_t>(team);
    step.width = static_cast<std::int16_t>(threads[team]);
    if (step.width > 0) schedule.steps.push_back(step);
  }
  return schedule;
}

/// What bound rows of one kernel and compiler print.
struct StreamFigures {
  std::optional<double> own_1, other_1, own_all, other_all;
  int threads = 0;  ///< of a node
  bool whole() const { return own_1 && other_1 && own_all && other_all; }
};

/// A machine of two such nodes: what one core and all cores of a node get, of either memory.
TimeModel model_of(const StreamFigures& of) {
  TimeModel model;
  model.core_bytes_per_s = {{*of.own_1 * 1e9, *of.other_1 * 1e9}, {*of.other_1 * 1e9, *of.own_1 * 1e9}};
  model.link_bytes_per_s = {{*of.own_all * 1e9, *of.other_all * 1e9},
                            {*of.other_all * 1e9, *of.own_all * 1e9}};
  model.memory_bytes_per_s = {*of.own_all * 1e9, *of.own_all * 1e9};
  return model;
}

/// Of threads of both nodes, whose pages are all at home, or half of them on the other node.
double gb_per_s(const StreamFigures& of, const std::vector<int>& threads, bool interleaved) {
  constexpr double bytes = 1e9;  // of a thread
  double all = 0;
  for (const int count : threads) all += bytes * count;
  const std::vector<int> nodes{0, 1};
  const auto load = [&](const Step& step, StepLoad& load_of_step) {
    const double away = interleaved ? 0.5 : 0, of_step = bytes * step.width;
    load_of_step.bytes = {away * of_step, away * of_step};
    load_of_step.bytes[static_cast<std::size_t>(step.team)] = (1 - away) * of_step;
  };
  return all / seconds_of(one_step_a_thread(threads), nodes, load, model_of(of)).total / 1e9;
}

}  // namespace

bool PublishedCell::is_met() const {
  switch (demand.kind) {
    case Demand::Kind::ratio:
      return std::abs(error()) <= demand.bound;
    case Demand::Kind::points:
      return std::abs(predicted - published) <= demand.bound;
    case Demand::Kind::factor:
      return std::max(predicted / published, published / predicted) <= demand.bound;
    case Demand::Kind::below:
      return predicted < demand.bound;
    case Demand::Kind::equal:
      return predicted == published;
  }
  return false;
}

std::string PublishedCell::demand_text() const {
  switch (demand.kind) {
    case Demand::Kind::ratio:
      return fmt::format("within {:g} %", 100 * demand.bound);
    case Demand::Kind::points:
      return fmt::format("within {:g} points", demand.bound);
    case Demand::Kind::factor:
      return fmt::format("within a factor of {:g}", demand.bound);
    case Demand::Kind::below:
      return fmt::format("below {:g}", demand.bound);
    case Demand::Kind::equal:
      return "equal";
  }
  return "";
}

std::vector<PublishedCell> memory_cells(const MeasuredProfile& profile) {
  std::map<int, double> latencies;
  for (const MemoryLatency& cell : profile.memory_latency)
    if (cell.latency_ns.valid() && cell.pu == 0) latencies[cell.node] = cell.latency_ns.value();
  std::map<int, double> rates;
  for (const CoreToCore& cell : profile.core_to_core)
    if (cell.level == 0 && cell.reader == 0 && cell.gb_per_s.valid())
      rates[cell.home] = cell.gb_per_s.value();
  const int own = profile.machine.node_of_pu(0);
  if (!latencies.contains(own) || !rates.contains(own)) return {};
  const double lines = rates[own] * latencies[own] / line_bytes;
  std::vector<PublishedCell> cells;
  for (const auto& [home, rate] : rates)
    if (home != own && latencies.contains(home))
      cells.push_back({profile.machine.name,
                       fmt::format("core 0 reads memory of node {}", home),
                       "GB/s",
                       rate,
                       lines * line_bytes / latencies[home],
                       fmt::format("{:.1f} lines in flight, as to node {}, and its latency", lines, own),
                       {Demand::Kind::ratio, 0.15}});
  return cells;
}

std::vector<PublishedCell> stream_cells(const MeasuredProfile& profile) {
  std::map<std::pair<std::string, std::string>, StreamFigures> figures;
  const auto key = [](const StreamRow& row) { return std::pair(row.kernel, row.compiler); };
  int of_a_node = 0;
  for (const StreamRow& row : profile.stream)
    if (row.cpu_nodes.size() == 1) of_a_node = std::max(of_a_node, row.threads);
  for (const StreamRow& row : profile.stream) {
    if (row.policy != "bind" || row.cpu_nodes.size() != 1 || row.memory_nodes.size() != 1 ||
        !row.gb_per_s.valid())
      continue;
    StreamFigures& of = figures[key(row)];
    const bool own = row.cpu_nodes == row.memory_nodes;
    if (row.threads == 1)
      (own ? of.own_1 : of.other_1) = row.gb_per_s.value();
    else if (row.threads == of_a_node)
      (own ? of.own_all : of.other_all) = row.gb_per_s.value();
  }
  std::vector<PublishedCell> cells;
  for (const StreamRow& row : profile.stream) {
    const StreamFigures& of = figures[key(row)];
    if (!row.gb_per_s.valid() || !of.whole()) continue;
    // Unbound threads may be on any node, except where all threads of both nodes, or only one, run. So may
    // pinned ones: no document says where.
    const bool on_both = row.threads == 2 * of_a_node;
    const bool on_one = row.threads == 1 || (row.threads == of_a_node && row.cpu_nodes.size() == 1);
    const bool interleaved = row.policy == "interleave",
               own = row.policy == "local" || row.policy == "default";
    if (!(on_one || on_both) || !(interleaved || own)) continue;
    const std::vector<int> threads =
        on_one ? std::vector<int>{row.threads, 0} : std::vector<int>{of_a_node, of_a_node};
    cells.push_back({profile.machine.name,
                     fmt::format("{} {}, {} thread{}{}, {}", row.kernel, row.compiler, row.threads,
                                 row.threads == 1 ? "" : "s", row.cpu_nodes.empty() ? "" : " of a node",
                                 interleaved ? "interleaved" : row.policy),
                     "GB/s",
                     row.gb_per_s.value(),
                     gb_per_s(of, threads, interleaved),
                     "bound to one node: 1 and all threads, own and other memory",
                     {Demand::Kind::ratio, 0.1}});
  }
  return cells;
}

}  // namespace numapack
