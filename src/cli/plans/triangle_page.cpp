// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/triangle_page.hpp"

namespace numapack {

nlohmann::json triangle_to_json(const TrianglePlan& plan, const TriangleHomes& homes,
                                const Machine& machine) {
  nlohmann::json tasks = nlohmann::json::array();
  for (const TriangleTask& task : plan.tasks) {
    nlohmann::json blocks = nlohmann::json::array();
    for (const LineBlock& block : task.blocks)
      blocks.push_back({{"begin", block.lines.begin}, {"end", block.lines.end}, {"copied", block.buffered}});
    tasks.push_back({{"node", task.node},
                     {"threads", task.threads},
                     {"lines", std::move(blocks)},
                     {"workspace_bytes", task.workspace_bytes}});
  }
  const Traffic traffic = traffic_of(plan, homes, machine);
  return {{"lines_are", plan.call.left() ? "columns" : "rows"},
          {"steps", plan.steps.count()},
          {"step", plan.steps.width},
          {"packed_whole", plan.resident},
          {"tasks", std::move(tasks)},
          {"read_bytes", traffic.read},
          {"written_bytes", traffic.written},
          {"crossing_bytes", traffic.crossing()},
          {"least_crossing_bytes", least_crossing(plan, homes, machine)},
          {"reasons", plan.reasons}};
}

}  // namespace numapack
