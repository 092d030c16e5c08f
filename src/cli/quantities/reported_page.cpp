// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "probe/to_profile.hpp"

namespace numapack {

std::string reported_page(const probe::RunResult& result, const Machine& machine) {
  MeasuredProfile kept;
  probe::add_to_profile(kept, machine, result);
  const auto text = [](const std::optional<double>& value) { return value ? figure(*value) : "-"; };
  Table table({"quantity", "unit", "median", "min", "max"});
  for (const Reported& one : kept.reported)
    table.row({one.quantity, one.unit, text(one.value.median), text(one.value.min), text(one.value.max)});
  return table.text();
}

}  // namespace numapack
