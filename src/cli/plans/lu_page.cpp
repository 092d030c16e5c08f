// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/panel_page.hpp"
#include "cli/plans/planned.hpp"
#include "lu/lu_traffic.hpp"

namespace numapack {

PlanPage lu_page(const PlanSetting& setting) {
  const LuPlan plan = planned_lu(setting);
  PlanPage page = panel_page(setting, plan);
  page.plan["rows_of_a_strip"] = plan.strip > 0 ? plan.strip : plan.shape.m;
  return page;
}

}  // namespace numapack
