// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "panels/panel_traffic.hpp"

namespace numapack {

/// What the pages of LU and QR have in common.
nlohmann::json panel_plan_to_json(const PanelPlan& plan, const PanelTraffic& traffic, const Machine& machine);
std::string page_of_panel_plan(const std::string& explained, const PanelTraffic& traffic);

}  // namespace numapack
