// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/panel_page.hpp"
#include "qr/qr_traffic.hpp"

namespace numapack {

PlanPage qr_page(const PlanSetting& setting) {
  const auto make = [&](const PanelShape& shape, const HomeMap& homes,
                        const std::vector<TeamLayout>& layout) {
    return make_qr_plan(shape, homes, setting.machine, setting.chosen.figures, layout, setting.job.options);
  };
  return panel_page(setting, make, [](const QrPlan& plan, nlohmann::json& json) {
    json["columns_of_a_piece"] = plan.piece;
  });
}

}  // namespace numapack
