// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/panel_traffic.hpp"
#include "qr/qr_plan.hpp"

namespace numapack {

/// What crosses is a walk over the schedule. Pure.
PanelTraffic traffic_of(const QrPlan& plan, const HomeMap& homes, int nodes);

}  // namespace numapack
