// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/published.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/statistics.hpp"
#include "machine/machine.hpp"
#include "profile/planning.hpp"
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

double interleaved_gb_per_s(const StreamFigures& of, const std::vector<int>& threads) {
  constexpr double bytes = 1e9;  // of a thread
  double all = 0;
  for (const int count : threads) all += bytes * count;
  const std::vector<int> nodes{0, 1};
  const auto load = [&](const Step& step, StepLoad& load_of_step) {
    load_of_step.bytes = {bytes * step.width / 2, bytes * step.width / 2};
  };
  return all / seconds_of(one_step_a_thread(threads), nodes, load, model_of(of)).total / 1e9;
}

/// Share of its multiply-adds' rate that a kernel of mr x nr reaches if each load of a vector of two takes so
/// long beside one of them.
double share_of_rate(int mr, int nr, double load) {
  const double additions = mr * nr / 2.0, loads = (mr + nr) / 2.0;
  return additions / (additions + load * loads);
}

std::optional<double> reported(const MeasuredProfile& profile, const std::string& quantity,
                               const std::map<std::string, std::string>& conditions) {
  for (const Reported& one : profile.reported)
    if (one.quantity == quantity && one.value.conditions == conditions && one.value.valid())
      return one.value.value();
  return std::nullopt;
}

/// One multiplication of the paper on the first nodes; operands on all of them in turn, or each node's on it.
double paper_seconds(Index n, int nodes, int threads, double flops_a_second, bool copies,
                     const TimeModel& machine) {
  TimeModel model = machine;
  model.costs.flop_ns = 1e9 / flops_a_second;
  Schedule schedule;
  schedule.threads.assign(std::size_t(nodes), threads);
  // Copy, meet, multiply: the second ticket of each thread waits for all of its node.
  schedule.counters = std::uint32_t(nodes);
  schedule.first_ticket.push_back(0);
  for (int node = 0; node < nodes; ++node) {
    for (int part = 0; part < 2 * threads; ++part) {
      Step step;
      step.team = static_cast<std::int16_t>(node);
      step.kernel = part < threads ? 0 : 1;
      if (step.kernel == 0) {
        step.first_signal = std::uint32_t(schedule.signals.size()), step.signals = 1;
        schedule.signals.push_back(std::uint32_t(node));
      } else {
        step.first_wait = std::uint32_t(schedule.waits.size()), step.waits = 1;
        schedule.waits.push_back({std::uint32_t(node), std::uint32_t(threads)});
      }
      schedule.tickets.push_back({std::uint32_t(schedule.steps.size()), 0});
      schedule.steps.push_back(step);
    }
    schedule.first_ticket.push_back(std::uint32_t(schedule.tickets.size()));
  }
  std::vector<int> of_team;
  for (int node = 0; node < nodes; ++node) of_team.push_back(node);
  const double nn = double(n), all_threads = double(nodes) * threads;
  const auto load = [&](const Step& step, StepLoad& of) {
    // Rows of A and C by nodes; all of B. Pages of first touch by all threads: a share on each node.
    const double operands = 8 * (nn * nn / nodes + nn * nn) / threads;
    const auto own = static_cast<std::size_t>(step.team);
    if (step.kernel == 0) {
      for (int home = 0; copies && home < nodes; ++home) of.bytes[std::size_t(home)] = operands / nodes;
      of.work.is_copy = true;
    } else {
      of.work.flops = 2 * nn * nn * nn / all_threads;
      if (!copies)
        for (int home = 0; home < nodes; ++home) of.bytes[std::size_t(home)] = operands / nodes;
      of.bytes[own] += 16 * nn * nn / all_threads;
    }
  };
  return seconds_of(schedule, of_team, load, model).total;
}

}  // namespace

std::vector<PublishedCell> memory_cells(const MeasuredProfile& profile) {
  std::map<int, double> latencies;
  for (const MemoryLatency& cell : profile.memory_latency)
    if (cell.latency_ns.valid() && cell.pu == 0) latencies[cell.node] = cell.latency_ns.value();
  std::vector<PublishedCell> cells;
  std::vector<double> lines;
  for (const CoreToCore& cell : profile.core_to_core) {
    const auto latency = latencies.find(cell.home);
    if (cell.level != 0 || !cell.gb_per_s.valid() || latency == latencies.end()) continue;
    lines.push_back(cell.gb_per_s.value() * latency->second / line_bytes);
    cells.push_back({profile.machine.name, fmt::format("core 0 reads memory of node {}", cell.home), "GB/s",
                     cell.gb_per_s.value(), line_bytes / latency->second, ""});
  }
  for (PublishedCell& cell : cells) {
    cell.predicted *= median(lines);
    cell.from = fmt::format("{:.1f} lines in flight and its latency", median(lines));
  }
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
    if (row.policy != "interleave" || !row.gb_per_s.valid() || !of.whole()) continue;
    // Threads that nobody pins may be on any node; all of both nodes, and one, need not be.
    const bool on_one = row.threads == 1 || (row.threads == of_a_node && row.cpu_nodes.size() == 1);
    if (!on_one && row.threads != 2 * of_a_node) continue;
    const std::vector<int> threads =
        on_one ? std::vector<int>{row.threads, 0} : std::vector<int>{of_a_node, of_a_node};
    cells.push_back({profile.machine.name,
                     fmt::format("{} {}, {} threads{}, interleaved", row.kernel, row.compiler, row.threads,
                                 row.cpu_nodes.empty() ? "" : " of a node"),
                     "GB/s", row.gb_per_s.value(), interleaved_gb_per_s(of, threads),
                     "bound to one node: 1 and all threads, own and other memory"});
  }
  return cells;
}

std::vector<PublishedCell> product_cells(const MeasuredProfile& profile, const Machine& machine) {
  std::vector<PublishedCell> cells;
  const auto add = [&](std::string what, std::string unit, std::optional<double> published, double predicted,
                       std::string from) {
    if (published)
      cells.push_back(
          {profile.machine.name, std::move(what), std::move(unit), *published, predicted, std::move(from)});
  };
  const auto rate = [&](const char* kernel) {
    return reported(profile, "average efficiency", {{"library", "NUMA-aware"}, {"kernel", kernel}});
  };
  const std::optional<double> fitted = rate("8x6");
  if (!fitted) return cells;
  // Of 24 multiply-adds and 7 loads.
  const double load = (24 / (*fitted / 100) - 24) / 7;
  add("average rate, 8 x 4 kernel", "% of peak", rate("8x4"), 100 * share_of_rate(8, 4, load),
      "the 8 x 6 kernel's");
  add("average rate, 4 x 4 kernel", "% of peak", rate("4x4"), 100 * share_of_rate(4, 4, load),
      "the 8 x 6 kernel's");
  const Profile figures = planning_profile(profile, machine);
  const TimeModel model = time_model(machine, figures, "gemm", Type::d);
  constexpr int threads = 24;
  constexpr double peak_flops = 10.4e9;
  // The paper's sizes: 10,240 to 61,440.
  const std::vector<Index> sizes{10240, 20480, 30720, 40960, 51200, 61440};
  const auto mean_of = [&](const auto& value) {
    double sum = 0;
    for (const Index n : sizes) sum += value(n);
    return sum / double(sizes.size());
  };
  const double flops = peak_flops * *fitted / 100;
  const auto seconds = [&](Index n, int nodes, bool copies) {
    return paper_seconds(n, nodes, threads, flops, copies, model);
  };
  const char* const speed_ups[] = {"speed-up of one to two nodes", "speed-up of one to three nodes",
                                   "speed-up of one to four nodes"};
  for (int nodes = 2; nodes <= 4; ++nodes)
    add(speed_ups[nodes - 2], "1", reported(profile, speed_ups[nodes - 2], {}),
        mean_of([&](Index n) { return seconds(n, 1, true) / seconds(n, nodes, true); }),
        "latencies; links assumed, mean over n");
  return cells;
}

}  // namespace numapack
