// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/packed_page.hpp"

#include "kernel/write_out.hpp"

namespace numapack {

namespace {

nlohmann::json step_to_json(const StayingTraffic& step) {
  return {{"crossing_bytes", step.crossing()},
          {"crossing_bytes_of_packed", step.packed.crossing()},
          {"crossing_bytes_of_other", step.other.crossing()},
          {"crossing_bytes_of_c", step.c.crossing()},
          {"least_crossing_bytes", step.least_crossing}};
}

}  // namespace

nlohmann::json packed_to_json(const PackedPlan& plan, const StayingProduct& product, char name,
                              const Machine& machine) {
  nlohmann::json parts = nlohmann::json::array();
  for (const PackedPart& part : plan.parts)
    parts.push_back({{"node", part.node},
                     {"memory_node", part.memory_node},
                     {"lines", {part.lines.begin, part.lines.end}},
                     {"bytes", part.bytes}});
  const std::size_t nodes = machine.nodes.size();
  return {{"packed", std::string(1, name)},
          {"lines_are", name == 'A' ? "rows" : "columns"},
          {"kernel", plan.kernel.name},
          {"slabs", plan.slabs()},
          {"kc", plan.kc},
          {"panel_lines", plan.unit()},
          {"parts", std::move(parts)},
          {"caller_only", product.caller_only},
          {"packing", step_to_json(packing_step(plan, product, nodes))},
          {"product",
           step_to_json(product_step(plan, product, nodes, writes_past_caches(machine.architecture)))}};
}

}  // namespace numapack
