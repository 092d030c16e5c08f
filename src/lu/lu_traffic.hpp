// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lu/lu_plan.hpp"
#include "panels/panel_traffic.hpp"
#include "schedule/placed_schedule.hpp"

namespace numapack {

/// The plan's schedule for a matrix at home in `homes`. Pure.
PlacedSchedule placed(const LuPlan& plan, const HomeMap& homes);

/// What crosses by plan, in so many `nodes`. Pure.
PanelTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes);

/// What its schedule takes. Pure.
Seconds seconds_of(const LuPlan& plan, const HomeMap& homes, const TimeModel& model);

}  // namespace numapack
