// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lu/lu_plan.hpp"
#include "panels/panel_traffic.hpp"

namespace numapack {

/// What crosses is a walk over the schedule. Pure.
PanelTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes);

}  // namespace numapack
