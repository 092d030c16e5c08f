// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/readable.hpp"
#include "schedule/plan_traffic.hpp"
#include "triangle/triangle_schedule.hpp"

namespace numapack {

namespace {

double element_bytes(const TrianglePlan& plan) { return double(bytes_of(plan.call.type)); }

/// Bytes of the half of A that is stored, by home.
std::vector<double> triangle_by_home(const TrianglePlan& plan, const HomeMap& a) {
  const Index order = plan.call.order();
  // Tiles of the map say nothing finer than their shares.
  std::vector<double> bytes = a.elements_by_node({0, order}, {0, order});
  for (double& of : bytes)
    of *= element_bytes(plan) * double(order + 1) / (2.0 * double(std::max<Index>(1, order)));
  return bytes;
}

std::vector<double> lines_by_home(const TrianglePlan& plan, Range lines, const HomeMap& b) {
  const Range all{0, plan.call.order()};
  std::vector<double> bytes =
      plan.call.left() ? b.elements_by_node(all, lines) : b.elements_by_node(lines, all);
  for (double& of : bytes) of *= element_bytes(plan);
  return bytes;
}

Index lines_of(const TriangleTask& task) {
  return std::accumulate(task.blocks.begin(), task.blocks.end(), Index{0},
                         [](Index sum, const LineBlock& block) { return sum + block.lines.size(); });
}

const char* described(const TriangleCall& call) { return call.solves ? "trsm" : "trmm"; }

}  // namespace

Traffic traffic_of(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine) {
  const auto make = [&](std::size_t teams) { return make_triangle_schedule(plan, teams); };
  return plan_traffic(plan.tasks, make, {Storage{&homes.a, {}}, Storage{&homes.b, {}}},
                      TriangleMatrices::kinds_a_task, bytes_of(plan.call.type), machine.nodes.size());
}

double least_crossing(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine) {
  const std::vector<double> triangle = triangle_by_home(plan, homes.a);
  const std::vector<double> b = lines_by_home(plan, {0, plan.call.lines()}, homes.b);
  const double half = std::accumulate(triangle.begin(), triangle.end(), 0.0);
  const double all = std::accumulate(b.begin(), b.end(), 0.0);
  double threads = 0, bytes = 0;
  for (const TriangleTask& task : plan.tasks) threads += task.threads;
  for (const TriangleTask& task : plan.tasks) {
    const auto node = static_cast<std::size_t>(task.memory_node);
    if (node >= machine.nodes.size()) continue;
    bytes += half - triangle[node] + 2 * std::max(0.0, all * task.threads / threads - b[node]);
  }
  return bytes;
}

double least_crossing_of_owners(const TrianglePlan& plan, const TriangleHomes& homes) {
  const std::vector<double> triangle = triangle_by_home(plan, homes.a);
  double bytes = 0;
  const auto add = [&](const std::vector<double>& by_home, std::size_t node, double times) {
    for (std::size_t home = 0; home < by_home.size(); ++home)
      if (home != node) bytes += times * by_home[home];
  };
  for (const TriangleTask& task : plan.tasks) {
    const auto node = static_cast<std::size_t>(task.memory_node);
    add(triangle, node, 1);
    for (const LineBlock& block : task.blocks) add(lines_by_home(plan, block.lines, homes.b), node, 2);
  }
  return bytes;
}

std::string explain(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine) {
  const TriangleCall& call = plan.call;
  std::string text = fmt::format(
      "Plan\n  routine    {}, op(A) {} on the {}, B {} x {}\n  kernel     {} ({} x {} of C in registers)\n"
      "  triangle   in {} steps of {}, {}\n",
      described(call), name(call.half), call.left() ? "left" : "right", call.m, call.n, plan.kernel.name,
      plan.kernel.mr, plan.kernel.nr, plan.steps.count(), plan.steps.width,
      plan.resident ? "packed whole at the beginning" : "packed step by step");
  text += fmt::format("\nEach node: {} of B\n", call.left() ? "columns" : "rows");
  for (const TriangleTask& task : plan.tasks) {
    const auto buffered = std::count_if(task.blocks.begin(), task.blocks.end(),
                                        [](const LineBlock& block) { return block.buffered; });
    text += fmt::format(
        "  node {}: {} threads, {} of {} {} in {} blocks, {} of them copied here and back, workspace {}\n",
        machine.nodes[static_cast<std::size_t>(task.node)].os_index, task.threads, lines_of(task),
        call.lines(), call.left() ? "columns" : "rows", task.blocks.size(), buffered,
        readable_bytes(double(task.workspace_bytes)));
  }
  if (!plan.reasons.empty()) text += "\nWhy\n";
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  const double crossing = traffic_of(plan, homes, machine).crossing(),
               of_owners = least_crossing_of_owners(plan, homes),
               least = least_crossing(plan, homes, machine);
  const auto ratio = [&](double to) { return to > 0 ? crossing / to : 1.0; };
  text += fmt::format(
      "\nBytes of A and B between nodes\n  all that crosses  {}\n  the least for these owners {}, ratio "
      "{:.3f}\n"
      "  the least where nodes share lines {}, ratio {:.3f}\n",
      readable_bytes(crossing), readable_bytes(of_owners), ratio(of_owners), readable_bytes(least),
      ratio(least));
  return text;
}

}  // namespace numapack
