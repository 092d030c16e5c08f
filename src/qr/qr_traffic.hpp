// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/panel_traffic.hpp"
#include "qr/qr_plan.hpp"
#include "schedule/placed_schedule.hpp"

namespace numapack {

/// The plan's schedule for a matrix at home in `homes`. Pure.
PlacedSchedule placed(const QrPlan& plan, const HomeMap& homes);

/// What crosses by plan, in so many `nodes`. Pure.
PanelTraffic traffic_of(const QrPlan& plan, const HomeMap& homes, int nodes);

/// What its schedule takes. Pure.
Seconds seconds_of(const QrPlan& plan, const HomeMap& homes, const TimeModel& model);

}  // namespace numapack
