// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "base/readable.hpp"
#include "batch/batch_homes.hpp"
#include "batch/batch_plan.hpp"
#include "batch/gemm_batch.hpp"
#include "cli/plans/plan_page.hpp"
#include "cli/plans/prediction.hpp"
#include "level3/nodes/cost_model.hpp"

namespace numapack {

namespace {

BatchGroup group_of(const Call& call, Index problems) {
  return with_type(call.type, [&]<class T>() {
    GemmGroup<T> group;
    group.shape.m = call.m, group.shape.n = call.n, group.shape.k = call.k;
    group.problems = problems;
    return batch_group_of(group);
  });
}

/// Of stacks: each operand's problems one behind the other, in the order in which a plan has operands (C, A,
/// B).
BatchHomes homes_of(const Job& job, const Machine& machine, Index problems) {
  Job stacked = job;
  BatchHomes homes;
  if (machine.nodes.size() < 2) return homes;
  const auto of = [&](int operand, const HomeMap Homes::*map, Index Call::*size) {
    stacked = job;
    const Index columns = job.columns(operand);
    stacked.call.*size *= problems;
    add_homes_of_stack(homes, operand == 2 ? 0 : operand + 1, homes_of_job(stacked, machine).*map, columns,
                       problems, bytes_of(job.call.type), machine.page_bytes);
  };
  of(0, &Homes::a, transposes(job.call.a.op) ? &Call::m : &Call::k);
  of(1, &Homes::b, transposes(job.call.b.op) ? &Call::k : &Call::n);
  of(2, &Homes::c, &Call::n);
  return homes;
}

struct PlannedBatch {
  BatchGroup group;
  BatchHomes homes;
  BatchPlan plan;
};

PlannedBatch planned_batch(const PlanSetting& setting, Index problems) {
  const Machine& machine = setting.machine;
  PlannedBatch batch{group_of(setting.job.call, problems), homes_of(setting.job, machine, problems),
                     BatchPlan{}};
  batch.plan = make_batch_plan({{&batch.group, 1}, bytes_of(setting.job.call.type)}, batch.homes, machine,
                               lay_out_teams(machine), least_parallel_flops(setting.chosen.figures),
                               setting.job.options);
  return batch;
}

/// What the calling thread does, as a plan of one step.
BatchPlan alone(const PlannedBatch& batch, const Machine& machine) {
  const Index problems = batch.group.problems;
  const int node = machine.compute_nodes().front();
  BatchPlan plan;
  plan.nodes = static_cast<int>(machine.nodes.size());
  plan.tasks = {{{0, node, machine.home_for(node), 1}, problems, 1}};
  plan.parts = {{0, {0, problems}}};
  plan.steps = {{0, {0, 1}, batch.group.all()}};
  plan.elements.assign(most_batch_operands * machine.nodes.size(), 0.0);
  for (int operand = 0; operand < most_batch_operands; ++operand)
    for (Index problem = 0; problem < problems; ++problem)
      plan.elements_of(0, operand, batch.homes.node_of(operand, problem)) +=
          double(batch.group.elements[static_cast<std::size_t>(operand)]);
  return plan;
}

nlohmann::json batch_to_json(const BatchPlan& plan, const BatchTraffic& traffic, const Machine& machine,
                             Index problems) {
  nlohmann::json tasks = nlohmann::json::array();
  for (const BatchTask& task : plan.tasks)
    tasks.push_back({{"node", machine.os_index_of(task.node)},
                     {"threads", task.threads},
                     {"problems", task.problems},
                     {"steps", task.steps}});
  Index shared = 0;
  for (const BatchPart& part : plan.shared) shared += part.problems.size();
  return {{"problems", problems},
          {"caller_only", plan.caller_only},
          {"tasks", std::move(tasks)},
          {"problems_of_all_threads", shared},
          {"read_bytes", traffic.moved.read},
          {"written_bytes", traffic.moved.written},
          {"crossing_bytes", traffic.moved.crossing()},
          {"blind_bytes", traffic.blind_bytes}};
}

}  // namespace

PlanPage batch_page(const PlanSetting& setting, Index problems) {
  const Machine& machine = setting.machine;
  const BatchPlan plan = planned_batch(setting, problems).plan;
  const BatchTraffic traffic = plan.caller_only ? BatchTraffic{Traffic(machine.nodes.size()), 0}
                                                : traffic_of(plan, bytes_of(setting.job.call.type));
  std::string text =
      fmt::format("Batch\n  {} problems, one behind the other\n", problems) + explain(plan, machine);
  if (machine.nodes.size() > 1 && !plan.caller_only)
    text += fmt::format("  {} cross between nodes; {} if problems were dealt to the nodes in turn\n",
                        readable_bytes(traffic.moved.crossing()), readable_bytes(traffic.blind_bytes));
  return {text, batch_to_json(plan, traffic, machine, problems)};
}

Prediction predict_batch(const PlanSetting& setting, Index problems) {
  const PlannedBatch batch = planned_batch(setting, problems);
  const Prediction one = predict(setting);
  const double flops = setting.job.flops();
  Prediction all = one;
  all.flops = flops * double(problems);
  all.seconds = {};
  const BatchPlan plan = batch.plan.caller_only ? alone(batch, setting.machine) : batch.plan;
  if (!plan.steps.empty())
    all.seconds =
        seconds_of(plan, flops, bytes_of(setting.job.call.type),
                   time_model(setting.machine, setting.chosen.figures, "gemm", setting.job.call.type));
  for (const BatchPart& part : plan.shared)
    for (Index i = 0; i < part.problems.size(); ++i) all.seconds += one.seconds;
  return all;
}

}  // namespace numapack
