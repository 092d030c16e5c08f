// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/readable.hpp"
#include "triangle/triangle_schedule.hpp"

namespace numapack {

namespace {

double element_bytes(const TrianglePlan& plan) { return double(bytes_of(plan.call.type)); }

/// Bytes of the triangle of A that is stored, by home.
std::vector<double> triangle_by_home(const TrianglePlan& plan, const HomeMap& a) {
  const Index order = plan.call.order();
  // Tiles of the map say nothing finer than their shares.
  std::vector<double> bytes = a.elements_by_node({0, order}, {0, order});
  for (double& of : bytes)
    of *= element_bytes(plan) * double(order + 1) / (2.0 * double(std::max<Index>(1, order)));
  return bytes;
}

std::vector<double> rhs_by_home(const TrianglePlan& plan, Range rhs, const HomeMap& b) {
  const Range all{0, plan.call.order()};
  std::vector<double> bytes = plan.call.left() ? b.elements_by_node(all, rhs) : b.elements_by_node(rhs, all);
  for (double& of : bytes) of *= element_bytes(plan);
  return bytes;
}

Index rhs_of(const TriangleTask& task) {
  return std::accumulate(task.blocks.begin(), task.blocks.end(), Index{0},
                         [](Index sum, const RhsBlock& block) { return sum + block.rhs.size(); });
}

const char* described(const TriangleCall& call) { return call.solves ? "trsm" : "trmm"; }

/// Of some lines that meet a step.
StepWork meeting_of(const TrianglePlan& plan, Index turn, double rhs) {
  using Interchanges = TriangleCall::Interchanges;
  const Range now = plan.steps.at(turn);
  const double at = double(now.size()), rest = double(plan.steps.rest(now).size());
  const bool changes_places =
      (plan.call.interchanges == Interchanges::before && turn == 0) ||
      (plan.call.interchanges == Interchanges::after && turn + 1 == plan.steps.count());
  // Each row changes places with another one: two elements of a column move.
  const double moved = changes_places ? 2 * double(plan.call.m) : 0;
  return {.flops = flops_each(plan.call.type) * rhs * at * (at / 2 + rest),
          .elements = rhs * (2 * at + rest + moved)};
}

StepWork work_of_triangle(const TrianglePlan& plan, const TriangleTask& task, const Step& step) {
  const auto rhs = [&] { return double(task.blocks[static_cast<std::size_t>(step.detail[1])].rhs.size()); };
  StepWork work;
  switch (static_cast<TriangleStep>(step.kernel)) {
    case TriangleStep::pack: {
      const Range now = plan.steps.at(step.detail[0]);
      work.elements = double(now.size()) * (double(now.size()) / 2 + double(plan.steps.rest(now).size()));
      return work;
    }
    case TriangleStep::meet:
      return meeting_of(plan, step.detail[0], rhs());
    case TriangleStep::meet_all:
      for (Index turn = 0; turn < plan.steps.count(); ++turn) {
        const StepWork of_step = meeting_of(plan, turn, rhs());
        work.flops += of_step.flops, work.elements += of_step.elements;
      }
      return work;
  }
  return work;
}

}  // namespace

PlacedSchedule placed(const TrianglePlan& plan, const TriangleHomes& homes) {
  const auto make = [&](std::size_t teams) { return make_triangle_schedule(plan, teams); };
  return place(plan.tasks, make, {Storage{&homes.a, {}}, Storage{&homes.b, {}}},
               TriangleMatrices::kinds_a_task, bytes_of(plan.call.type), homes.b.share.front().size());
}

Traffic traffic_of(const TrianglePlan& plan, const TriangleHomes& homes) {
  return placed(plan, homes).traffic();
}

Seconds seconds_of(const TrianglePlan& plan, const TriangleHomes& homes, const TimeModel& model) {
  // By the number of its task's team: the step's block is one of that task's.
  const std::vector<int> tasks = numbers_by_team(plan.tasks, teams_of(plan.tasks));
  return placed(plan, homes)
      .seconds(
          [&](const Step& step, const Region&) {
            return work_of_triangle(
                plan, plan.tasks[static_cast<std::size_t>(tasks[static_cast<std::size_t>(step.team)])], step);
          },
          model);
}

double least_crossing(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine) {
  const std::vector<double> triangle = triangle_by_home(plan, homes.a);
  const std::vector<double> b = rhs_by_home(plan, {0, plan.call.rhs()}, homes.b);
  const double whole_triangle = std::accumulate(triangle.begin(), triangle.end(), 0.0);
  const double all = std::accumulate(b.begin(), b.end(), 0.0);
  double threads = 0, bytes = 0;
  for (const TriangleTask& task : plan.tasks) threads += task.threads;
  for (const TriangleTask& task : plan.tasks) {
    const auto node = static_cast<std::size_t>(task.memory_node);
    if (node >= machine.nodes.size()) continue;
    bytes += whole_triangle - triangle[node] + 2 * std::max(0.0, all * task.threads / threads - b[node]);
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
    for (const RhsBlock& block : task.blocks) add(rhs_by_home(plan, block.rhs, homes.b), node, 2);
  }
  return bytes;
}

std::string explain(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine) {
  const TriangleCall& call = plan.call;
  std::string text = fmt::format(
      "Plan\n  routine    {}, op(A) {} on the {}, B {} x {}\n  kernel     {} ({} x {} of C in registers)\n"
      "  triangle   in {} steps of {}, {}\n",
      described(call), name(call.triangle), call.left() ? "left" : "right", call.m, call.n, plan.kernel.name,
      plan.kernel.mr, plan.kernel.nr, plan.steps.count(), plan.steps.width,
      plan.resident ? "packed whole at the beginning" : "packed step by step");
  text += fmt::format("\nEach node: {} of B\n", call.left() ? "columns" : "rows");
  for (const TriangleTask& task : plan.tasks) {
    const auto buffered = std::count_if(task.blocks.begin(), task.blocks.end(),
                                        [](const RhsBlock& block) { return block.buffered; });
    text += fmt::format(
        "  node {}: {} threads, {} of {} {} in {} blocks, {} of them copied here and back, workspace {}\n",
        machine.os_index_of(task.node), task.threads, rhs_of(task), call.rhs(),
        call.left() ? "columns" : "rows", task.blocks.size(), buffered,
        readable_bytes(double(task.workspace_bytes)));
  }
  if (!plan.reasons.empty()) text += "\nWhy\n";
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  const double crossing = traffic_of(plan, homes).crossing(),
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
