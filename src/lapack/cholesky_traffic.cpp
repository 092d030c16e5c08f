// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_traffic.hpp"

#include <algorithm>
#include <cmath>

#include "lapack/cholesky_owners.hpp"
#include "lapack/cholesky_schedule.hpp"
#include "level3/call/call.hpp"

namespace numapack {

namespace {

/// Elements of a tile; of one on the diagonal, its triangle.
double elements_of(const CholeskyPlan& plan, Index i, Index j) {
  return double(plan.tile(i).size()) * double(plan.tile(j).size()) * (i == j ? 0.5 : 1);
}

/// Each tile once to every other task that meets it.
double elements_sent(const CholeskyPlan& plan) {
  const MeetingTiles meeting(plan);
  double elements = 0;
  for (Index j = 0; j < plan.tiles(); ++j)
    for (Index i = j + 1; i < plan.tiles(); ++i)
      for (int task = 0; task < static_cast<int>(plan.tasks.size()); ++task)
        if (task != plan.owner_of(i, j) && meeting.of(task, i, j).any()) elements += elements_of(plan, i, j);
  return elements;
}

/// The plan's schedule for an L at home in `of_l`.
PlacedSchedule placed(const CholeskyPlan& plan, const HomeMap& of_l) {
  const Storage callers{&of_l, {}},
      copies{nullptr, [&plan](const Region&region) {
               const int owner = plan.owner_of(region.rows.begin / plan.nb, region.columns.begin / plan.nb);
               return plan.tasks[static_cast<std::size_t>(owner)].memory_node;
             }};
  const auto make = [&](std::size_t teams) { return make_cholesky_schedule(plan, teams); };
  return place(plan.tasks, make, {plan.redeployed ? copies : callers, callers},
               CholeskyMatrices::kinds_a_task, bytes_of(plan.call.type), of_l.share.front().size());
}

StepWork work_of_cholesky(const CholeskyPlan& plan, const Step& step, const Region& written) {
  const auto what = static_cast<CholeskyStep>(step.kernel);
  const double each = flops_each(plan.call.type);
  const double rows = double(written.rows.size()), share = double(written.share);
  const double wide = double(plan.tile(std::max(step.detail[0], 0)).size());
  const double columns = double(plan.tile(std::max(step.detail[1], 0)).size());
  switch (what) {
    case CholeskyStep::copy_in:
    case CholeskyStep::copy_out:
      return {.elements = share * rows * double(written.columns.size()), .is_copy = true};
    case CholeskyStep::factor:
      return {.panel_flops = each / 6 * wide * wide * wide, .elements = wide * wide};
    case CholeskyStep::pack_triangle:
      return {.elements = wide * wide / 2};
    case CholeskyStep::solve:
      return {.flops = each / 2 * rows * wide * wide, .elements = 2 * rows * wide};
    case CholeskyStep::pack:
      return {.elements = rows * wide};
    case CholeskyStep::update:
      return {.flops = share * each * rows * columns * wide, .elements = share * rows * columns};
  }
  return {};
}

double oblivious_bytes(const CholeskyPlan& plan, int nodes) {
  double elements = 0;
  for (Index k = 0; k < plan.tiles(); ++k) {
    const double rest = double(plan.call.n - plan.tile(k).begin);
    elements += double(nodes - 1) * rest * double(plan.tile(k).size()) + share_elsewhere(nodes) * rest * rest;
  }
  return elements * double(bytes_of(plan.call.type));
}

}  // namespace

HomeMap homes_of_l(Triangle stored, const HomeMap& homes) {
  return stored == Triangle::lower ? homes : homes.transposed();
}

double tiles_in_and_out(const CholeskyPlan& plan, const HomeMap& homes, bool copied) {
  double elements = 0;
  for (Index j = 0; j < plan.tiles(); ++j)
    for (Index i = j; i < plan.tiles(); ++i) {
      const int node = plan.tasks[static_cast<std::size_t>(plan.owner_of(i, j))].memory_node;
      elements += 2 * (copied ? 1 : double(j + 1)) * elements_of(plan, i, j) *
                  share_elsewhere(homes, plan.tile(i), plan.tile(j), node);
    }
  return elements;
}

bool copies_pay(const CholeskyPlan& plan, const HomeMap& homes) {
  return tiles_in_and_out(plan, homes, true) < tiles_in_and_out(plan, homes, false);
}

CholeskyTraffic traffic_of(const CholeskyPlan& plan, const HomeMap& homes, int nodes) {
  const HomeMap of_l = homes_of_l(plan.call.stored, homes);
  const double element = double(bytes_of(plan.call.type));
  return {
      {placed(plan, of_l).traffic().crossing(),
       (elements_sent(plan) + tiles_in_and_out(plan, of_l, true)) * element, oblivious_bytes(plan, nodes)},
      least_crossing_of(plan, homes)};
}

Seconds seconds_of(const CholeskyPlan& plan, const HomeMap& homes, const TimeModel& model) {
  const HomeMap of_l = homes_of_l(plan.call.stored, homes);
  return placed(plan, of_l)
      .seconds([&](const Step& step, const Region& written) { return work_of_cholesky(plan, step, written); },
               model);
}

LeastOfTriangle least_of_triangle(double share) {
  double low = 0, high = 1;  // of x
  for (int halving = 0; halving < 60; ++halving) {
    const double x = (low + high) / 2;
    (1 - 3 * x * x + 2 * x * x * x > share ? low : high) = x;
  }
  return {std::pow(share, 2.0 / 3), (1 - low) * (1 - low)};
}

double least_crossing_of(const CholeskyPlan& plan, const HomeMap& homes) {
  const double n = double(plan.call.n), triangle = n * n / 2;
  const std::vector<double> at_home = homes.elements_by_node({0, plan.call.n}, {0, plan.call.n});
  double threads = 0, elements = 0;
  for (const PanelTask& task : plan.tasks) threads += task.threads;
  for (const PanelTask& task : plan.tasks) {
    const LeastOfTriangle least = least_of_triangle(task.threads / threads);
    const double own = at_home.empty() ? 0 : at_home[static_cast<std::size_t>(task.memory_node)] / 2;
    elements += std::max(0.0, least.seen * triangle - own) + std::max(0.0, least.written * triangle - own);
  }
  return elements * double(bytes_of(plan.call.type));
}

}  // namespace numapack
