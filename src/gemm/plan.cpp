#include "gemm/plan.hpp"

#include <fmt/format.h>

#include "gemm/allowed_workers.hpp"
#include "gemm/proposal.hpp"
#include "gemm/readable.hpp"
#include "gemm/traffic.hpp"
#include "machine/cpu_of.hpp"

namespace numapack {

namespace {

std::string grid_reason(const GridChoice& choice, const PlanOptions& options) {
  const auto crossing = [](const GridDivision& division) {
    return fmt::format("{}x{} {} cross-chip + {} cross-die", division.grid.rows, division.grid.columns,
                       readable_bytes(division.score.cross_chip), readable_bytes(division.score.cross_die));
  };
  std::string others;
  for (const GridDivision& division : choice.alternatives) {
    if (!(division.grid == choice.chosen.grid)) others += "; " + crossing(division);
  }
  return fmt::format("node grid {}{}, each element once{}", crossing(choice.chosen),
                     options.grid ? ", as asked" : ", the least", others);
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
void write_empty(const Worker& worker, const KernelShape& kernel, Plan& plan) {
  NodeTask task;
  task.team = worker.team;
  task.node = worker.node;
  task.memory_node = worker.memory_node;
  task.thread_grid = {1, 1};
  task.rows = {0, plan.shape.m};
  task.columns = {0, plan.shape.n};
  task.blocking = choose_blocking(kernel, {});
  task.slab = task.blocking.kc;
  task.column_chunk = task.blocking.nc;
  plan.tasks.push_back(std::move(task));
  plan.caller_only = true;
  plan.reasons.push_back("nothing to multiply");
}

}  // namespace

std::size_t Plan::workspace_bytes() const {
  std::size_t bytes = 0;
  for (const NodeTask& task : tasks) bytes += task.workspace_bytes;
  return bytes;
}

Plan make_plan(const Shape& shape, const Homes& homes, const Machine& machine, const Profile& profile,
               const std::vector<TeamLayout>& layout, const PlanOptions& options) {
  check_inputs(shape, homes, machine, profile);
  const std::vector<Worker> allowed = allowed_workers(machine, layout, options);
  Plan plan;
  plan.shape = shape;
  plan.kernel =
      choose_shape(*row_of(machine, options.cpu).row, machine.is_this_machine, shape.type, options.kernel);
  plan.traffic = plan.bound = Traffic(machine.nodes.size());
  if (shape.m == 0 || shape.n == 0 || shape.k == 0) {
    check_grid(options, int(with_threads(allowed, options.threads).size()));
    write_empty(allowed[0], plan.kernel, plan);
    return plan;
  }

  const PlanContext context(shape, plan.kernel, homes, machine, profile, options);
  Proposal proposal = choose_proposal(context, allowed, plan.reasons);
  plan.caller_only = proposal.caller_only;
  plan.seconds_estimate = proposal.seconds;
  if (proposal.workers.size() > 1) {
    plan.grid = proposal.grid.chosen.grid;
    plan.reasons.push_back(grid_reason(proposal.grid, options));
  }
  write_bound(context, proposal, plan);
  plan.tasks.reserve(proposal.drafts.size());
  for (TaskDraft& draft : proposal.drafts) {
    add_traffic(plan.traffic, draft.worker.node, draft.needs, passes_of(draft.task, shape));
    draft.task.reasons = reasons_of(context, draft);
    plan.tasks.push_back(std::move(draft.task));
  }
  return plan;
}

}  // namespace numapack
