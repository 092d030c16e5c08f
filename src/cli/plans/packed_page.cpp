// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/plan_page.hpp"
#include "kernel/write_out.hpp"
#include "level3/nodes/cost_model.hpp"
#include "packed/packed_traffic.hpp"

namespace numapack {

namespace {

nlohmann::json step_to_json(const StayingTraffic& step) {
  return {{"crossing_bytes", step.crossing()},
          {"crossing_bytes_of_packed", step.packed.crossing()},
          {"crossing_bytes_of_other", step.other.crossing()},
          {"crossing_bytes_of_c", step.c.crossing()},
          {"least_crossing_bytes", step.least_crossing}};
}

nlohmann::json packed_to_json(const PackedPlan& plan, const StayingProduct& product, char name,
                              const Machine& machine) {
  nlohmann::json parts = nlohmann::json::array();
  for (const PackedPart& part : plan.parts)
    parts.push_back({{"node", machine.os_index_of(part.node)},
                     {"memory_node", machine.os_index_of(part.memory_node)},
                     {"lines", {part.lines.begin, part.lines.end}},
                     {"bytes", part.bytes}});
  const std::size_t nodes = machine.nodes.size();
  return {{"packed", std::string(1, name)},
          {"lines_are", name == 'A' ? "rows" : "columns"},
          {"kernel", plan.kernel.name},
          {"slabs", plan.kc_blocks()},
          {"kc", plan.kc},
          {"panel_lines", plan.unit()},
          {"parts", std::move(parts)},
          {"caller_only", product.caller_only},
          {"packing", step_to_json(packing_step(plan, product, nodes))},
          {"product",
           step_to_json(product_step(plan, product, nodes, writes_past_caches(machine.architecture)))}};
}

}  // namespace

PlanPage packed_page(const PlanSetting& setting, char operand) {
  const Job& job = setting.job;
  const Machine& machine = setting.machine;
  const Call& call = job.call;
  const Profile& figures = setting.chosen.figures;
  const bool is_a = (operand == 'a') != job.row_major;
  const PackedPlan plan =
      make_packed_plan(call.type, is_a, is_a ? call.m : call.n, call.k, setting.tuned,
                       tuned_blocking(figures, setting.tuned.name), machine, lay_out_teams(machine));
  const Homes homes = homes_of_job(job, machine);
  const HomeSums a(homes.a, transposes(call.a.op)), b(homes.b, transposes(call.b.op)), c(homes.c, false);
  const StayingProduct product{
      is_a ? call.n : call.m, call.reads_c, call.flops() < least_parallel_flops(figures),
      is_a ? a : b,           is_a ? b : a, c};
  const char name = operand == 'a' ? 'A' : 'B';
  return {explain(plan, product, name, machine), packed_to_json(plan, product, name, machine)};
}

}  // namespace numapack
