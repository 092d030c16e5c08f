// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "base/readable.hpp"
#include "batch/batch_homes.hpp"
#include "batch/batch_plan.hpp"
#include "batch/gemm_batch.hpp"
#include "batch/lapack_batch.hpp"
#include "cli/plans/plan_page.hpp"
#include "cli/plans/prediction.hpp"
#include "level3/nodes/cost_model.hpp"
#include "memory/homes/placed_home.hpp"

namespace numapack {

namespace {

BatchGroup group_of(const Job& job, Index problems) {
  const Call& call = job.call;
  switch (job.form.routine->id) {
    case BlasName::potrf:
      return potrf_batch_group(call.type, call.n, problems);
    case BlasName::getrf:
      return getrf_batch_group(call.type, call.m, call.n, problems);
    case BlasName::geqrf:
      return geqrf_batch_group(call.type, call.m, call.n, problems);
    case BlasName::trsm:
      return with_type(call.type, [&]<class T>() {
        TrsmGroup<T> group;
        group.shape.side = job.form.side();
        group.shape.m = call.m, group.shape.n = call.n;
        group.shape.alpha = job.alpha == 0.0 ? T{0} : T{1};
        group.problems = problems;
        return batch_group_of(group);
      });
    default:
      return with_type(call.type, [&]<class T>() {
        GemmGroup<T> group;
        group.shape.m = call.m, group.shape.n = call.n, group.shape.k = call.k;
        group.problems = problems;
        return batch_group_of(group);
      });
  }
}

/// Of stacks: each operand's problems one behind the other, in the order in which a plan has operands: what
/// is written first.
BatchHomes homes_of(const Job& job, const Machine& machine, Index problems) {
  BatchHomes homes;
  const auto nodes = static_cast<int>(machine.nodes.size());
  if (nodes < 2) return homes;
  const int toucher = machine.home_for(machine.compute_nodes().front());
  int place = 0;
  const auto add = [&](int operand) {
    const Index columns = job.columns(operand);
    const HomeMap stack = home_of(job.placement[static_cast<std::size_t>(operand)], job.rows(operand),
                                  columns * problems, nodes, toucher);
    add_homes_of_stack(homes, place++, stack, columns, problems, bytes_of(job.call.type), machine.page_bytes);
  };
  const int written = job.form.routine->written();
  add(written);
  for (int operand = 0; operand < written; ++operand) add(operand);
  return homes;
}

struct PlannedBatch {
  BatchGroup group;
  BatchHomes homes;
  BatchPlan plan;
};

PlannedBatch planned_batch(const PlanSetting& setting, Index problems) {
  const Machine& machine = setting.machine;
  PlannedBatch batch{group_of(setting.job, problems), homes_of(setting.job, machine, problems), BatchPlan{}};
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

/// Of problems whose operands no cache has.
Prediction predict(const PlanSetting& setting, const PlannedBatch& batch) {
  const BatchPlan plan = batch.plan.caller_only ? alone(batch, setting.machine) : batch.plan;
  // The cost of a problem says how it compares with a product of so many flops.
  const Type type = setting.job.call.type;
  const TimeModel model = time_model(setting.machine, setting.chosen.figures, "gemm", type);
  Prediction all = prediction_by(model, setting.job.flops() * double(batch.group.problems), setting);
  if (!plan.steps.empty()) all.seconds = seconds_of(plan, bytes_of(type), model);
  if (plan.shared.empty()) return all;
  const Seconds one = predict(setting).seconds;
  for (const BatchPart& part : plan.shared)
    for (Index i = 0; i < part.problems.size(); ++i) all.seconds += one;
  return all;
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
          {"blind_bytes", traffic.oblivious_bytes}};
}

}  // namespace

Prediction predict_batch(const PlanSetting& setting, Index problems) {
  return predict(setting, planned_batch(setting, problems));
}

PlanPage batch_page(const PlanSetting& setting, Index problems) {
  const Machine& machine = setting.machine;
  const PlannedBatch batch = planned_batch(setting, problems);
  const BatchPlan& plan = batch.plan;
  const BatchTraffic traffic = plan.caller_only ? BatchTraffic{Traffic(machine.nodes.size()), 0}
                                                : traffic_of(plan, bytes_of(setting.job.call.type));
  std::string text =
      fmt::format("Batch\n  {} problems, one behind the other\n", problems) + explain(plan, machine);
  if (machine.nodes.size() > 1 && !plan.steps.empty())
    text += fmt::format("  {} cross between nodes; {} if problems were dealt to the nodes in turn\n",
                        readable_bytes(traffic.moved.crossing()), readable_bytes(traffic.oblivious_bytes));
  if (machine.nodes.size() > 1 && !plan.shared.empty())
    text += "  what those of all threads move: the plan of one, without --batch\n";
  PlanPage page{text, batch_to_json(plan, traffic, machine, problems)};
  if (setting.job.flops() > 0) add_time(predict(setting, batch), machine, page);
  return page;
}

bool has_batch_plan(const BlasRoutine& routine) {
  switch (routine.id) {
    case BlasName::gemm:
    case BlasName::trsm:
    case BlasName::potrf:
    case BlasName::getrf:
    case BlasName::geqrf:
      return true;
    default:
      return false;
  }
}

}  // namespace numapack
