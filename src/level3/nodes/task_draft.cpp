// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/task_draft.hpp"

#include <algorithm>

#include "base/integer.hpp"
#include "level3/algorithms/few_columns.hpp"
#include "level3/nodes/fit_workspace.hpp"
#include "level3/nodes/localise.hpp"
#include "level3/nodes/traffic.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "runtime/workspace.hpp"

namespace numapack {

namespace {

/// True for a skinny product whose C lies elsewhere and is only written: packed blocks of C use streaming
/// stores, so that its lines cross once, not twice. The bits are the same.
bool would_stream(const PlanContext& context, const LocaliseFigures& c, Index kc) {
  return context.choice.skinny.form == SkinnyForm::by_rows && context.call.k <= kc && context.streams &&
         !context.call.reads_c && context.options.localise && c.copy;
}

/// How often A and C would cross if they were packed; where threads share K or nothing is packed, once.
void weigh(const PlanContext& context, const NodeTeam& worker, Index columns, const Blocking& blocking,
           bool once, TaskDraft& draft) {
  const Index k_passes = context.call.kc_blocks(std::min(blocking.kc, context.call.k));
  const Index jc_blocks = divide_up(columns, blocking.nc);
  draft.task.why.c = weigh_copy(context, worker, draft.needs.c,
                                {once ? 1 : double(k_passes), 2, context.least_c_transfers()});
  draft.task.why.a = weigh_copy(context, worker, draft.needs.a, {once ? 1 : double(jc_blocks), 1, 1});
}

/// Lines of a twofold product's A and B that are rows and columns of the part.
LocaliseFigures weigh_both(const PlanContext& context, const NodeTeam& worker, const GridPart& part) {
  const Range lines = common(part.rows, part.columns);
  Needs needs;
  context.needs_of(lines, lines, needs);
  return weigh_copy(context, worker, needs.b, {2, 1, 1});
}

/// The choice of the whole call, or to pack where this node's part must be.
Choice choice_of(const PlanContext& context, const GridPart& part, Index kc, const TaskReasons& why) {
  const Choice& choice = context.choice;
  if (choice.order.pieces > 1) return choice;
  const bool alone = part.rows.size() == context.call.m && part.columns.size() == context.call.n;
  const bool streams = context.streams && context.options.localise && why.c.copy;
  if (choice.kind == Choice::Kind::skinny && would_stream(context, why.c, kc)) return packed(choice);
  if (choice.kind == Choice::Kind::in_place && (!alone || streams)) return packed(choice);
  return choice;
}

/// Copies of what is stored of symmetric operands, where they are elsewhere and the caches would lose them.
void copy_triangles(const PlanContext& context, const NodeTeam& worker, TaskDraft& draft) {
  NodeTask& task = draft.task;
  Panels* const algorithm = std::get_if<Panels>(&task.algorithm);
  if (algorithm == nullptr || task.order.pieces > 1) return;
  const auto weigh_operand = [&](const Operand& operand, Index lines, const std::vector<double>& part,
                                 LocaliseFigures& figures) {
    const double times = times_mirrored(operand.pattern, lines, task, context.call);
    if (times > 1) figures = weigh_triangle(context, worker, part, times);
    return figures.copy && context.options.localise;
  };
  algorithm->copies_triangle_a =
      weigh_operand(context.call.a, task.rows.size(), draft.needs.a, task.why.triangle_a);
  algorithm->copies_triangle_b =
      weigh_operand(context.call.b, task.columns.size(), draft.needs.b, task.why.triangle_b);
  if (algorithm->copies_triangle_a || algorithm->copies_triangle_b)
    task.workspace_bytes = task.why.wanted_bytes = workspace_of(task, context.call, context.kernel).total;
}

}  // namespace

TaskDraft draft_task(const PlanContext& context, const NodeTeam& worker, const GridPart& part) {
  TaskDraft draft;
  draft.worker = worker;
  context.needs_of(part.rows, part.columns, draft.needs);

  NodeFacts facts = context.facts_of(worker);
  facts.threads = worker.threads;
  Choice choice = context.choice;
  if (context.homes_count) {
    const Blocking blocking = blocking_of(context.call, context.kernel, facts.caches, context.wanted);
    const bool once = choice.order.pieces > 1 || choice.kind == Choice::Kind::skinny;
    weigh(context, worker, part.columns.size(), blocking, once, draft);
    choice = choice_of(context, part, blocking.kc, draft.task.why);
    if (once && choice.order.pieces == 1 && choice.kind == Choice::Kind::panels) {
      draft.task.why.a = weigh_copy(context, worker, draft.needs.a,
                                    {double(divide_up(part.columns.size(), blocking.nc)), 1, 1});
    }
    if (context.call.twofold) draft.task.why.both = weigh_both(context, worker, part);
    const TaskReasons& why = draft.task.why;
    facts.a_is_remote = why.a.remote_bytes > 0;
    facts.buffered_c = context.options.localise && (why.c.copy || why.both.copy);
    facts.copies_a = context.options.localise && (why.a.copy || facts.buffered_c);
    facts.streams_c = facts.buffered_c && why.c.copy && context.streams;
  }
  const LocaliseFigures a = draft.task.why.a, c = draft.task.why.c, both = draft.task.why.both;
  draft.task = task_of(context.call, context.kernel, context.wanted, choice, part.rows, part.columns, facts);
  draft.task.why.a = a;
  draft.task.why.c = c;
  draft.task.why.both = both;
  draft.task.why.homes_count = context.homes_count;
  draft.task.why.localises = context.options.localise;
  static_cast<TeamShare&>(draft.task) = worker;
  if (context.homes_count && context.call.is_structured()) copy_triangles(context, worker, draft);
  return draft;
}

void limit_workspace(const PlanContext& context, std::vector<TaskDraft>& drafts) {
  const std::size_t limit = context.options.workspace_limit;
  std::vector<std::size_t> limits(drafts.size(), limit);
  if (limit == 0) {
    // Shared by the tasks that put their workspace there.
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      const int home = drafts[i].worker.memory_node;
      const auto sharing = std::size_t(std::count_if(
          drafts.begin(), drafts.end(), [&](const auto& d) { return d.worker.memory_node == home; }));
      limits[i] = most_workspace(context.machine, home) / sharing;
    }
  } else {
    std::size_t wanted = 0;
    for (const TaskDraft& draft : drafts) wanted += draft.task.why.wanted_bytes;
    if (wanted > limit && drafts.size() > 1) {
      // Everyone gets the least that works, and the same fraction of what is wanted beyond it.
      std::vector<std::size_t> least;
      double beyond = 0, left = double(limit);
      for (const TaskDraft& draft : drafts) {
        NodeTask smallest = draft.task;
        fit_workspace(context, draft.needs, 0, smallest);
        least.push_back(smallest.workspace_bytes);
        beyond += double(draft.task.why.wanted_bytes) - double(smallest.workspace_bytes);
        left -= double(smallest.workspace_bytes);
      }
      const double fraction = beyond > 0 ? std::max(0.0, left) / beyond : 0;
      for (std::size_t i = 0; i < drafts.size(); ++i) {
        limits[i] =
            least[i] + std::size_t(fraction * (double(drafts[i].task.why.wanted_bytes) - double(least[i])));
      }
    }
  }
  const bool capped_in_all = limit > 0;
  std::size_t total = 0;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    NodeTask& task = drafts[i].task;
    task.why.fits = fit_workspace(context, drafts[i].needs, limits[i], task);
    total += drafts[i].task.workspace_bytes;
  }
  for (TaskDraft& draft : drafts) {
    if (capped_in_all) draft.task.why.fits = total <= limit;
    draft.task.passes = passes_of(draft.task, context.call, context.kernel);
  }
}

}  // namespace numapack
