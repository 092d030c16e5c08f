// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/plan_page.hpp"
#include "cli/plans/prediction.hpp"
#include "level3/nodes/cost_model.hpp"
#include "packed/packed_seconds.hpp"
#include "packed/packed_traffic.hpp"

namespace numapack {

namespace {

nlohmann::json step_to_json(const PrepackedTraffic& step) {
  return {{"crossing_bytes", step.crossing()},
          {"crossing_bytes_of_packed", step.packed.crossing()},
          {"crossing_bytes_of_other", step.other.crossing()},
          {"crossing_bytes_of_c", step.c.crossing()},
          {"least_crossing_bytes", step.least_crossing}};
}

nlohmann::json packed_to_json(const PackedPlan& plan, const PrepackedProduct& product, char name,
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
          {"product", step_to_json(product_step(plan, product, nodes))}};
}

struct PlannedPacked {
  PackedPlan plan;
  PrepackedProduct product;
};

PlannedPacked planned_packed(const PlanSetting& setting, char operand) {
  const Job& job = setting.job;
  const Machine& machine = setting.machine;
  const Call& call = job.call;
  const Profile& figures = setting.chosen.figures;
  const bool is_a = (operand == 'a') != job.row_major;
  const Homes homes = homes_of_job(job, machine);
  const HomeSums a(homes.a, transposes(call.a.op)), b(homes.b, transposes(call.b.op)), c(homes.c, false);
  return {make_packed_plan(call.type, is_a, is_a ? call.m : call.n, call.k, setting.tuned,
                           tuned_blocking(figures, setting.tuned.name), machine, lay_out_teams(machine)),
          {is_a ? call.n : call.m, call.reads_c, call.flops() < least_parallel_flops(figures), is_a ? a : b,
           is_a ? b : a, c}};
}

Prediction predict(const PlanSetting& setting, const PlannedPacked& planned) {
  const auto& [plan, product] = planned;
  const Profile& figures = setting.chosen.figures;
  const TimeModel model = time_model(setting.machine, figures, "gemm", setting.job.call.type);
  const PrepackedSeconds seconds = seconds_of(plan, product, lay_out_teams(setting.machine), model);
  Prediction prediction = prediction_by(model, setting.job.flops(), setting);
  prediction.seconds = seconds.product;
  const PackedCall others = choose_others_blocks(plan, product.others);
  prediction.workspace = first_touch(double(workspace_bytes(plan, others)), seconds.product.nodes, figures);
  // The panels' memory is fresh.
  prediction.laying_out_s =
      seconds.packing.total + first_touch(double(plan.bytes()), seconds.packing.nodes, figures).seconds;
  return prediction;
}

}  // namespace

Prediction predict_packed(const PlanSetting& setting, char operand) {
  return predict(setting, planned_packed(setting, operand));
}

PlanPage packed_page(const PlanSetting& setting, char operand) {
  const Machine& machine = setting.machine;
  const PlannedPacked planned = planned_packed(setting, operand);
  const auto& [plan, product] = planned;
  const char name = operand == 'a' ? 'A' : 'B';
  PlanPage page{explain(plan, product, name, machine), packed_to_json(plan, product, name, machine)};
  if (setting.job.flops() > 0 && !plan.parts.empty()) add_time(predict(setting, planned), machine, page);
  return page;
}

}  // namespace numapack
