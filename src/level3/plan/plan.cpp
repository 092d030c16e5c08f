// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/plan.hpp"

#include "level3/nodes/cost_model.hpp"
#include "level3/nodes/traffic.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/proposal.hpp"
#include "machine/cpu_of.hpp"
#include "schedule/one_step_each.hpp"

namespace numapack {

namespace {

GridCandidate candidate_of(const GridDivision& division) {
  return {division.grid, division.score.cross_chip, division.score.cross_die};
}

void write_grid(const GridChoice& choice, const Options& options, Plan& plan) {
  plan.grid = choice.chosen.grid;
  plan.why.grid = candidate_of(choice.chosen);
  plan.why.grid_asked_for = options.grid.has_value();
  for (const GridDivision& division : choice.alternatives)
    if (!(division.grid == choice.chosen.grid)) plan.why.others.push_back(candidate_of(division));
}

void write_bound(const PlanContext& context, const Proposal& proposal, Plan& plan) {
  const Passes least{1, 1, context.least_c_transfers() - 1, 1};
  if (proposal.workers.size() == 1) {
    for (const TaskDraft& draft : proposal.drafts)
      add_traffic(plan.bound, draft.worker.node, draft.needs, least);
    return;
  }
  Needs needs;
  for (std::size_t i = 0; i < proposal.workers.size(); ++i) {
    const GridPart& part = proposal.grid.least.parts[i];
    context.needs_of(part.rows, part.columns, needs);
    add_traffic(plan.bound, proposal.workers[i].node, needs, least);
  }
}

/// A product without elements, or without terms: one task that covers what there is, nothing to pack.
void write_empty(const NodeTeam& worker, Plan& plan) {
  NodeTask task;
  task.team = worker.team;
  task.node = worker.node;
  task.memory_node = worker.memory_node;
  task.thread_grid = {1, 1};
  task.rows = {0, plan.call.m};
  task.columns = {0, plan.call.n};
  plan.tasks.push_back(task);
  plan.caller_only = true;
  plan.why.rule = PlanReasons::Rule::nothing_to_do;
}

/// What a node's part reads and writes.
Touched touched(const NodeTask& task, Index k) {
  return {{0, task.rows, task.columns}, {1, task.rows, {0, k}}, {2, {0, k}, task.columns}};
}

}  // namespace

Plan make_plan(const Call& call, const KernelShape& kernel, const Homes& homes, const Machine& machine,
               const Profile& profile, const std::vector<TeamLayout>& layout, const Options& options) {
  check_inputs(call, homes, machine, profile);
  const std::vector<NodeTeam> allowed = allowed_workers(machine, layout, options);
  Plan plan;
  plan.call = call;
  plan.kernel = kernel;
  plan.traffic = plan.bound = Traffic(machine.nodes.size());
  if (call.m == 0 || call.n == 0 || call.k == 0) {
    check_grid(options, int(with_threads(allowed, options.threads).size()));
    write_empty(allowed[0], plan);
    return plan;
  }

  PlanContext context(call, kernel, homes, machine, profile, options);
  context.homes_count = !is_small(call, profile, options);
  Proposal proposal = choose_proposal(context, allowed, plan.why);
  plan.why.chosen = estimate_of(proposal);
  plan.caller_only = proposal.caller_only;
  plan.seconds_estimate = proposal.seconds;
  if (proposal.workers.size() > 1) write_grid(proposal.grid, options, plan);
  write_bound(context, proposal, plan);
  plan.tasks.reserve(proposal.drafts.size());
  for (TaskDraft& draft : proposal.drafts) {
    add_traffic(plan.traffic, draft.worker.node,
                in_whole_lines(draft.needs, call, draft.task.rows, draft.task.columns), draft.task.passes);
    plan.tasks.push_back(draft.task);
  }
  if (!plan.caller_only)
    plan.schedule = one_step_each(plan.tasks, layout.size(),
                                  [&](const NodeTask& task) { return touched(task, call.steps()); });
  return plan;
}

}  // namespace numapack
