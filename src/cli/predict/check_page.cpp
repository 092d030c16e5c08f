// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/check_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/statistics.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

std::string describe(const std::vector<KernelCosts>& costs) {
  Table table({"routine", "GF/s", "panels GF/s", "element ns", "step us", "all cores", "error"});
  for (const KernelCosts& one : costs)
    table.row({one.type + one.routine, fmt::format("{:.4g}", one.flop_ns > 0 ? 1 / one.flop_ns : 0),
               one.panel_flop_ns > 0 ? fmt::format("{:.3g}", 1 / one.panel_flop_ns) : "-",
               fmt::format("{:.3g}", one.element_ns), fmt::format("{:.3g}", one.step_ns / 1e3),
               fmt::format("x {:.2f}", one.all_cores), fmt::format("{:.1f} %", 100 * one.median_error)});
  return table.text();
}

nlohmann::json to_json(const std::vector<KernelCosts>& costs) {
  nlohmann::json all = nlohmann::json::array();
  for (const KernelCosts& one : costs)
    all.push_back({{"routine", one.routine},
                   {"type", one.type},
                   {"flop_ns", one.flop_ns},
                   {"panel_flop_ns", one.panel_flop_ns},
                   {"element_ns", one.element_ns},
                   {"step_ns", one.step_ns},
                   {"all_cores_ratio", one.all_cores},
                   {"calls", one.calls},
                   {"median_error_ratio", one.median_error}});
  return all;
}

std::string describe(const Check& check, std::uint64_t seed) {
  if (check.calls.empty()) return "";
  std::vector<double> errors;
  std::map<std::string, std::vector<double>> by_routine;
  for (const CheckedCall& one : check.calls) {
    const char* const form = one.call.form.name();
    errors.push_back(std::abs(one.error()));
    by_routine[one.call.routine.substr(1) + (*form != 0 ? " " : "") + form].push_back(errors.back());
  }
  const double within = double(std::ranges::count_if(errors, [](double error) { return error <= 0.15; }));
  Table table({"routine", "calls", "median error", "nine of ten within"});
  for (auto& [routine, of] : by_routine) {
    std::ranges::sort(of);
    table.row({routine, fmt::format("{}", of.size()), fmt::format("{:.1f} %", 100 * median(of)),
               fmt::format("{:.1f} %", 100 * of[std::min(of.size() - 1, of.size() * 9 / 10)])});
  }
  return fmt::format("{}, {}\n{} calls, seed {}: median error {:.1f} %, {:.0f} % of them within 15 %\n",
                     machine_line(check.conditions), check.conditions.date, errors.size(), seed,
                     100 * median(errors), 100 * within / double(errors.size())) +
         table.text();
}

nlohmann::json to_json(const Check& check, std::uint64_t seed) {
  nlohmann::json calls = nlohmann::json::array();
  for (const CheckedCall& one : check.calls) {
    const CallSpec& call = one.call;
    calls.push_back({{"routine", call.routine},
                     {"m", call.m},
                     {"n", call.n},
                     {"k", call.k},
                     {"packed", or_null(call.form.packed != 0, std::string(1, call.form.packed))},
                     {"batch", or_null(call.form.problems > 0, call.form.problems)},
                     {"threads", call.threads},
                     {"measured_s", one.measured_s},
                     {"predicted_s", one.predicted_s}});
  }
  nlohmann::json conditions = to_json(check.conditions);
  conditions["numapack"] = NUMAPACK_VERSION;
  return {{"schema", "numapack-predict-check/1"},
          {"seed", seed},
          {"conditions", std::move(conditions)},
          {"calls", std::move(calls)}};
}

std::string describe(const std::vector<PublishedCell>& cells) {
  if (cells.empty()) return "its document prints nothing that the model says\n";
  Table table({"quantity", "unit", "published", "predicted", "error", "demand", "met", "from"});
  for (const PublishedCell& cell : cells) {
    const bool is_there = std::isfinite(cell.predicted), is_relative = is_there && cell.published != 0;
    table.row({cell.what, cell.unit, fmt::format("{:.4g}", cell.published),
               is_there ? fmt::format("{:.4g}", cell.predicted) : "none",
               is_relative ? fmt::format("{:+.1f} %", 100 * cell.error()) : "-", cell.demand_text(),
               cell.is_met() ? "yes" : "no", cell.from});
  }
  return table.text({1, 7});
}

nlohmann::json to_json(const std::vector<PublishedCell>& cells) {
  nlohmann::json all = nlohmann::json::array();
  for (const PublishedCell& cell : cells)
    all.push_back(
        {{"document", cell.document},
         {"quantity", cell.what},
         {"unit", cell.unit},
         {"published", cell.published},
         {"predicted", std::isfinite(cell.predicted) ? nlohmann::json(cell.predicted) : nlohmann::json()},
         {"from", cell.from},
         {"demand", cell.demand_text()},
         {"met", cell.is_met()}});
  return all;
}

}  // namespace numapack
