// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/panel_page.hpp"
#include "cli/plans/planned.hpp"
#include "qr/qr_traffic.hpp"

namespace numapack {

PlanPage qr_page(const PlanSetting& setting) {
  const QrPlan plan = planned_qr(setting);
  PlanPage page = panel_page(setting, plan);
  page.plan["columns_of_a_piece"] = plan.piece;
  return page;
}

}  // namespace numapack
