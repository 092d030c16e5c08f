// SPDX-License-Identifier: BSD-3-Clause
#include "level3/explain/explain.hpp"

#include <fmt/format.h>

#include "base/readable.hpp"
#include "base/split.hpp"
#include "level3/call/split_k.hpp"
#include "level3/tasks/workspace_layout.hpp"

namespace numapack {

namespace {

const char* plural(Index count) { return count == 1 ? "" : "s"; }

std::string who(const TeamEstimate& estimate, const Machine& machine) {
  if (estimate.caller_only) return "the calling thread alone";
  if (estimate.nodes > 1) return fmt::format("{} nodes with {} threads", estimate.nodes, estimate.threads);
  return fmt::format("node {} with {} thread{}", machine.os_index_of(estimate.node), estimate.threads,
                     plural(estimate.threads));
}

std::string crossing(const GridCandidate& grid) {
  return fmt::format("{}x{} {} cross-chip + {} cross-die", grid.grid.rows, grid.grid.columns,
                     readable_bytes(grid.cross_chip), readable_bytes(grid.cross_die));
}

std::string grid_reason(const PlanReasons& why) {
  std::string others;
  for (const GridCandidate& other : why.others) others += "; " + crossing(other);
  return fmt::format("node grid {}{}, each element once{}", crossing(why.grid),
                     why.grid_asked_for ? ", as asked" : ", the least", others);
}

std::string team_reason(const PlanReasons& why, const Machine& machine) {
  switch (why.rule) {
    case PlanReasons::Rule::nothing_to_do:
      return "nothing to multiply";
    case PlanReasons::Rule::one_thread:
      return "one thread in all: the calling thread itself";
    case PlanReasons::Rule::as_asked:
      return fmt::format("{}, as asked", who(why.chosen, machine));
    case PlanReasons::Rule::small:
      return fmt::format("{:.3g} Mflop: the calling thread alone, others pay from {:.3g} Mflop",
                         why.flops / 1e6, why.least_flops / 1e6);
    case PlanReasons::Rule::least_time:
      break;
  }
  std::string told;
  for (const TeamEstimate& estimate : why.compared)
    told += fmt::format("{}{} {}", told.empty() ? "" : ", ", who(estimate, machine),
                        readable_seconds(estimate.seconds));
  return fmt::format("{}: {}", who(why.chosen, machine), told);
}

/// How threads share K.
std::string split_k_reason(const Plan& plan, const NodeTask& task) {
  const Order& order = task.order;
  return fmt::format(
      "C is small: split-K, {} parts of up to {} steps, taken by {} thread{} as they come, added up in their "
      "order",
      order.pieces, split_k_part(plan.call.k, order.cut, order.pieces, 0).size(), task.threads,
      plural(task.threads));
}

const char* form_of(SkinnyForm form) {
  switch (form) {
    case SkinnyForm::by_rows:
      return "by columns";
    case SkinnyForm::by_depth:
      return "by dot products";
    case SkinnyForm::in_kc_blocks:
      return "some rows and steps of K at a time";
  }
  return "";
}

std::string skinny_reason(const Skinny& algorithm, const NodeTask& task) {
  return fmt::format("small or thin: nothing is packed, {} is read once as it lies, {}{}",
                     algorithm.longer == SkinnyOperand::a ? 'A' : 'B', form_of(algorithm.form),
                     task.threads > 1 && task.order.pieces == 1 ? ", each thread a part" : "");
}

std::string in_place_reason(const Plan& plan, const InPlaceAlgorithm& algorithm, const NodeTask& task) {
  if (task.order.pieces > 1)
    return fmt::format("A's columns are near each other: A is read as it lies, {} steps at a time, B {}",
                       algorithm.depth, algorithm.copies_b ? "by copies of a few columns" : "likewise");
  if (plan.call.is_structured())
    return "so small that symmetric operands are written out, and a triangle of C is computed in a copy: "
           "nothing is packed";
  const Index columns =
      std::min(algorithm.columns, divide_up(task.columns.size(), Index{task.thread_grid.columns}));
  return fmt::format(
      "A and B stay in the caches: nothing is packed, the kernel's own loop reads them as they "
      "lie, {} column{} of C and {} step{} of K at a time",
      columns, plural(columns), std::min(algorithm.depth, plan.call.k), plural(algorithm.depth));
}

/// How threads share C.
std::string shares_reason(const Plan& plan, const NodeTask& task) {
  const Grid grid = task.thread_grid;
  const Panels* const algorithm = task.panels();
  const char* const packing = algorithm == nullptr || grid.columns == 1 ? ""
                              : algorithm->shares_a                     ? ", a row packs A together"
                                                                        : ", each packs A for itself";
  return fmt::format("{} thread{} as {}x{}: {} by {} elements of C each{}", task.threads,
                     plural(task.threads), grid.rows, grid.columns,
                     split(task.rows, grid.rows, plan.kernel.mr, 0).size(),
                     split(task.columns, grid.columns, plan.kernel.nr, 0).size(), packing);
}

/// A symmetric operand that would be read twice.
std::string triangle_reason(char operand, bool copies, const LocaliseFigures& figures) {
  return fmt::format(
      "{}: its stored triangle, as it lies and mirrored, crosses {:.3g} times {:.4g} ms, {:.4g} ms "
      "by a copy of what is between the node's own rows and columns: {}",
      operand, figures.reads, figures.in_place_seconds * 1e3, figures.copied_seconds * 1e3,
      copies         ? "copied"
      : figures.copy ? "no room for it"
                     : "in place");
}

void say_copies(const Call& call, const NodeTask& task, const Panels& algorithm,
                std::vector<std::string>& reasons) {
  const TaskReasons& why = task.why;
  if (why.localises && why.triangle_a.remote_bytes > 0)
    reasons.push_back(triangle_reason('A', algorithm.copies_triangle_a, why.triangle_a));
  if (why.localises && why.triangle_b.remote_bytes > 0)
    reasons.push_back(triangle_reason('B', algorithm.copies_triangle_b, why.triangle_b));
  if (why.localises && why.both.remote_bytes > 0)
    reasons.push_back(fmt::format(
        "rows that are columns here, too: crossing twice {:.4g} ms, once {:.4g} ms: {}",
        why.both.in_place_seconds * 1e3, why.both.copied_seconds * 1e3,
        has_rows_in_panels_of_b(algorithm, call) ? "packed from the columns' panels" : "packed twice"));
  if (!why.homes_count) {
    reasons.push_back("so small that nobody asks where A, B and C are");
  } else if (why.a.remote_bytes + why.c.remote_bytes <= 0) {
    reasons.push_back("A and C are at home here, B crosses at most once: nothing to copy");
  } else if (why.localises) {
    if (why.a.bytes > 0) reasons.push_back(describe('A', why.a));
    reasons.push_back(describe('C', why.c));
    reasons.push_back(algorithm.buffered_c
                          ? "B: all of K packed here at once, so that C can be finished block by block"
                          : "B: crosses once in any case, straight into packed panels");
  } else {
    reasons.push_back("no copies were asked for: operands are read in place, panel by panel");
  }
}

void say_panels(const Plan& plan, const NodeTask& task, const Panels& algorithm,
                std::vector<std::string>& reasons) {
  if (plan.call.is_structured())
    reasons.push_back(
        "structured: packed, because packing sees the structure; parts have equal work, not area");
  reasons.push_back(shares_reason(plan, task));
  if (algorithm.schedule == LoopSchedule::dynamic)
    reasons.push_back(fmt::format("threads take blocks of {} rows as they come", algorithm.blocking.mc));
  if (algorithm.a_places.count > 1)
    reasons.push_back(fmt::format(
        "A: a thread's block takes a good part of L2: tried in {} places, kept where it does best",
        algorithm.a_places.count));
  if (algorithm.packs_ahead)
    reasons.push_back(
        "A: read once and used for few columns: a thread packs its next block while it multiplies one");
  say_copies(plan.call, task, algorithm, reasons);
}

}  // namespace

std::string describe(char operand, const LocaliseFigures& figures) {
  if (figures.remote_bytes <= 0) return fmt::format("{}: at home here", operand);
  const double percent = 100 * figures.remote_share();
  if (figures.reads <= 1 && !figures.written_only)
    return fmt::format("{}: {:.3g} % remote, crosses once in any case", operand, percent);
  return fmt::format("{}: {:.3g} % remote; crossing {:.0f} time{}{} {:.4g} ms, {} {:.4g} ms: {}", operand,
                     percent, figures.reads, figures.reads == 1 ? "" : "s",
                     figures.written_only ? " each way" : "", figures.in_place_seconds * 1e3,
                     figures.written_only ? "only written, once," : "once", figures.copied_seconds * 1e3,
                     !figures.copy    ? "in place"
                     : operand == 'C' ? "finished block by block in this node's caches"
                                      : "copied");
}

std::vector<std::string> reasons_of(const Plan& plan, const Machine& machine) {
  std::vector<std::string> reasons{team_reason(plan.why, machine)};
  if (plan.why.rule != PlanReasons::Rule::nothing_to_do && plan.why.chosen.nodes > 1)
    reasons.push_back(grid_reason(plan.why));
  if (plan.call.twofold)
    reasons.push_back(
        "both products at once: B stands for the lines of A and B that are columns, A for those that are but "
        "rows");
  return reasons;
}

std::vector<std::string> reasons_of(const Plan& plan, const NodeTask& task) {
  std::vector<std::string> reasons;
  if (plan.why.rule == PlanReasons::Rule::nothing_to_do) return reasons;
  if (task.order.pieces > 1) reasons.push_back(split_k_reason(plan, task));
  if (const Skinny* const algorithm = task.skinny()) reasons.push_back(skinny_reason(*algorithm, task));
  if (const InPlaceAlgorithm* const algorithm = task.in_place()) {
    reasons.push_back(in_place_reason(plan, *algorithm, task));
    if (task.order.pieces == 1 && task.threads > 1) reasons.push_back(shares_reason(plan, task));
  }
  if (const Panels* const algorithm = task.panels(); algorithm != nullptr && task.order.pieces == 1)
    say_panels(plan, task, *algorithm, reasons);
  if (task.workspace_bytes < task.why.wanted_bytes || !task.why.fits) {
    reasons.push_back(fmt::format("workspace {} instead of {}: {}",
                                  readable_bytes(double(task.workspace_bytes)),
                                  readable_bytes(double(task.why.wanted_bytes)),
                                  task.why.fits ? "capped" : "the least there is, the cap is below it"));
  }
  return reasons;
}

}  // namespace numapack
