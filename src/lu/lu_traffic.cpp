// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_traffic.hpp"

#include "level3/call/call.hpp"
#include "lu/lu_schedule.hpp"

namespace numapack {

namespace {

StepWork work_of_lu(const LuPlan& plan, const Step& step, const Region& written) {
  const auto what = static_cast<LuStep>(step.kernel);
  const double each = flops_each(plan.shape.type), m = double(plan.shape.m);
  const Range panel = plan.block(std::max(step.detail[0], 0)),
              block = plan.block(std::max(step.detail[1], 0));
  const double depth = double(panel.size()), columns = double(block.size());
  const double below = m - double(panel.end);
  const auto factored = [&](StepWork work) {
    const double rows = m - double(block.begin);
    // Half a multiply-add for each row and pair of columns.
    work.panel_flops += each / 2 * columns * columns * (rows - columns / 3);
    work.meetings = 2 * columns;
    return work;
  };
  const auto updated = [&](double rows, bool solves) {
    StepWork work{.flops = each * rows * depth * columns, .elements = rows * columns};
    if (solves) work.flops += each / 2 * depth * depth * columns, work.elements += 2 * depth * columns;
    return work;
  };
  switch (what) {
    case LuStep::copy_in:
    case LuStep::copy_out:
      return {.elements = double(written.rows.size()) * double(written.columns.size()), .is_copy = true};
    case LuStep::fetch:
    case LuStep::write_back:
    case LuStep::transpose:
    case LuStep::laswp_left:
      return {.elements = double(written.rows.size()) * double(written.columns.size())};
    case LuStep::factor:
      return factored({.elements = step.detail[0] == 0 ? m * columns : 0});
    case LuStep::update:
      return updated(below, true);
    case LuStep::update_and_factor:
      return factored(updated(below, true));
    case LuStep::solve_top:
      return updated(0, true);
    case LuStep::update_rows:
      return updated(double(written.rows.size()), false);
  }
  return {};
}

}  // namespace

PlacedSchedule placed(const LuPlan& plan, const HomeMap& homes) {
  const Storage callers{&homes, {}}, at_owners{};
  const Storage& a = plan.redeployed ? at_owners : callers;
  const auto make = [&](std::size_t teams) { return make_lu_schedule(plan, teams); };
  return place(plan.tasks, make, {a, a, callers, at_owners}, 1, bytes_of(plan.shape.type),
               homes.share.front().size());
}

PanelTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes) {
  return {placed(plan, homes).traffic().crossing(), least_crossing_bytes(plan, homes),
          oblivious_bytes(plan, nodes)};
}

Seconds seconds_of(const LuPlan& plan, const HomeMap& homes, const TimeModel& model) {
  return placed(plan, homes)
      .seconds([&](const Step& step, const Region& written) { return work_of_lu(plan, step, written); },
               model);
}

}  // namespace numapack
