// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "base/readable.hpp"
#include "cli/plans/planned.hpp"
#include "cli/terminal/table.hpp"

namespace numapack {

namespace {

nlohmann::json calls_to_json(const CallsPlan& plan) {
  nlohmann::json kinds = nlohmann::json::array();
  for (const PlannedCalls& kind : plan.kinds)
    kinds.push_back({{"routine", kind.routine},
                     {"calls", kind.calls},
                     {"calls_on_several_threads", kind.shared},
                     {"most_threads", kind.threads},
                     {"flops", kind.flops},
                     {"crossing_bytes", kind.crossing_bytes},
                     {"least_crossing_bytes", kind.least_bytes}});
  return {{"kernel", plan.kernel.name},
          {"calls", std::move(kinds)},
          {"crossing_bytes", plan.crossing_bytes()},
          {"least_crossing_bytes_of_calls", plan.least_bytes()}};
}

std::string explain(const CallsPlan& plan) {
  Table table({"call", "calls", "on several threads", "most threads", "Gflop", "crosses", "least"});
  for (const PlannedCalls& kind : plan.kinds)
    table.row({std::string(kind.routine), fmt::format("{}", kind.calls), fmt::format("{}", kind.shared),
               fmt::format("{}", kind.threads), fmt::format("{:.4g}", kind.flops / 1e9),
               readable_bytes(kind.crossing_bytes), readable_bytes(kind.least_bytes)});
  return table.text();
}

}  // namespace

PlanPage calls_page(const PlanSetting& setting) {
  const CallsPlan plan = planned_calls(setting);
  return {
      fmt::format(
          "Plan\n  kernel  {}\n\nCalls on parts of matrices, one after the other, each with a plan of its "
          "own\n{}\nBytes between nodes, all calls\n  all that crosses  {}\n"
          "  the least for these calls {}\n",
          plan.kernel.name, explain(plan), readable_bytes(plan.crossing_bytes()),
          beside_least(plan.crossing_bytes(), plan.least_bytes())),
      calls_to_json(plan)};
}

}  // namespace numapack
