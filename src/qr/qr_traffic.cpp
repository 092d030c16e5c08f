// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_traffic.hpp"

#include "level3/call/call.hpp"
#include "qr/qr_schedule.hpp"

namespace numapack {

namespace {

StepWork work_of_qr(const QrPlan& plan, const Step& step, const Region& written) {
  const auto what = static_cast<QrStep>(step.kernel);
  const double each = flops_each(plan.shape.type);
  const Range panel = plan.block(std::max(step.detail[0], 0));
  const double wide = double(panel.size()), rows = double(plan.shape.m - panel.begin);
  const double columns = double(written.columns.size());
  switch (what) {
    case QrStep::copy_in:
    case QrStep::copy_out:
      return {.elements = double(written.rows.size()) * columns, .is_copy = true};
    case QrStep::factor:
      // The reflectors, and T of their products (LAPACK Working Note 41).
      return {.panel_flops = each * wide * wide * (rows - wide / 3) + each / 2 * wide * wide * rows,
              .elements = rows * wide,
              .meetings = 2 * wide};
    case QrStep::pack:
      return {.elements = 2 * rows * wide};
    case QrStep::update:
      return {.flops = each * wide * columns * (2 * rows + wide / 2), .elements = 2 * rows * columns};
  }
  return {};
}

}  // namespace

PlacedSchedule placed(const QrPlan& plan, const HomeMap& homes) {
  const Storage callers{&homes, {}}, at_owners{};
  const auto make = [&](std::size_t teams) { return make_qr_schedule(plan, teams); };
  return place(plan.tasks, make, {plan.redeployed ? at_owners : callers, callers}, 2,
               bytes_of(plan.shape.type), homes.share.front().size());
}

PanelTraffic traffic_of(const QrPlan& plan, const HomeMap& homes, int nodes) {
  // A panel is V and T.
  return {placed(plan, homes).traffic().crossing(), least_crossing_bytes(plan, homes, plan.nb),
          oblivious_bytes(plan, nodes)};
}

Seconds seconds_of(const QrPlan& plan, const HomeMap& homes, const TimeModel& model) {
  return placed(plan, homes)
      .seconds([&](const Step& step, const Region& written) { return work_of_qr(plan, step, written); },
               model);
}

}  // namespace numapack
