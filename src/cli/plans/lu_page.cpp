// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/panel_page.hpp"
#include "lu/lu_traffic.hpp"

namespace numapack {

PlanPage lu_page(const PlanSetting& setting) {
  const auto make = [&](const PanelShape& shape, const HomeMap& homes,
                        const std::vector<TeamLayout>& layout) {
    return make_lu_plan(shape, homes, setting.machine, setting.chosen.figures, layout, setting.job.options);
  };
  return panel_page(setting, make, [](const LuPlan& plan, nlohmann::json& json) {
    json["rows_of_a_strip"] = plan.strip > 0 ? plan.strip : plan.shape.m;
  });
}

}  // namespace numapack
