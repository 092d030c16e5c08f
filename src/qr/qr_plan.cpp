// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/choices.hpp"
#include "level3/call/call.hpp"
#include "level3/explain/explain.hpp"
#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/tasks/task.hpp"
#include "machine/cpu_of.hpp"
#include "panels/block_dealing.hpp"
#include "qr/reflectors/panel_sums.hpp"
#include "qr/reflectors/widths.hpp"

namespace numapack {

namespace {

/// Below this much arithmetic of one thread it is faster alone (PR-005).
constexpr double least_qr_us = 200;
/// Pieces that a thread has in the steps in which half of the columns are left (PR-023).
constexpr Index pieces_a_thread = 2;
/// Columns of the narrowest pieces: below, packed V is read for too little (PR-023).
constexpr Index least_piece = 16;

/// Threads that a plan can feed with pieces of columns.
int useful_threads(const QrPlan& plan, const std::vector<NodeTeam>& workers, const Profile& profile) {
  const double flops = qr_flops(plan.shape);
  if (!may_be_shared(flops, least_qr_us, profile) || !goes_by_schedule(plan.shape)) return 1;
  const double pieces = double(plan.shape.n) / double(least_piece);
  double feeds = pieces;
  if (most_threads(workers) > threads_on_whole_columns)
    feeds = std::min(pieces, threads_on_columns(flops, plan.shape.steps(), profile));
  return static_cast<int>(std::clamp(feeds, 1.0, 1e6));
}

/// Columns of a piece for so many threads.
Index choose_piece(const QrPlan& plan, int threads) {
  const Index nr = plan.kernel.nr, nb = round_up(plan.nb, nr);
  if (threads <= 1) return nb;
  const Index wanted = plan.shape.n / (2 * pieces_a_thread * threads);
  return std::min(nb, round_up(std::max(least_piece, wanted), nr));
}

/// Blocks, or their copies, lie side by side where one node has all of them.
Index choose_group(const QrPlan& plan) {
  if (plan.tasks.size() > 1) return 0;
  if (plan.caller_only) return round_up(plan.shape.n, plan.nb);
  const Index wanted = plan.shape.n / (2 * pieces_a_thread * plan.tasks.front().threads);
  return wanted >= 2 * plan.nb ? wanted / plan.nb * plan.nb : 0;
}

void lay_out_pieces(QrPlan& plan) {
  plan.group = choose_group(plan);
  for (PanelTask& task : plan.tasks)
    task.workspace_bytes = qr_workspace_of(plan, task).total * bytes_of(plan.shape.type);
}

/// In whole lines, and a little more, of any type.
Index in_lines(Index elements) { return round_up(elements, 64); }

}  // namespace

double qr_flops(const PanelShape& shape) {
  // LAPACK Working Note 41: multiplications and additions of geqrf, up to lower orders.
  const double mm = double(shape.m), nn = double(shape.n), k = double(shape.steps());
  const double pairs = 2 * k * (mm * nn - k * (mm + nn) / 2 + k * k / 3);
  return flops_each(shape.type) * pairs;
}

Index QrPlan::pieces(Index number) const { return divide_up(block(number).size(), piece); }

Range QrPlan::columns_of_piece(Index number, Index which) const {
  const Range columns = block(number);
  // As wide as each other.
  const Index width = round_up(divide_up(columns.size(), pieces(number)), kernel.nr);
  return {std::min(columns.end, columns.begin + which * width),
          std::min(columns.end, columns.begin + (which + 1) * width)};
}

bool goes_by_schedule(const PanelShape& shape) { return shape.steps() >= least_steps_of_schedule; }

Index choose_qr_block(const PanelShape& shape, const KernelShape& kernel) {
  const Index steps = shape.steps(), unit = row_unit(kernel);
  const Index wanted = steps < 640 ? 32 : steps < 1280 ? 48 : steps < 4096 ? 64 : 96;
  // Whole micro-panels of V^H, so that no rows of a tile are wasted.
  return std::max<Index>(1, (wanted + unit / 2) / unit) * unit;
}

QrPlan make_qr_plan(const PanelShape& shape, const KernelShape& kernel, const HomeMap& homes,
                    const Machine& machine, const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options) {
  check_inputs({shape.type, shape.m, shape.n, shape.steps()}, {homes, homes, homes}, machine, profile);
  QrPlan plan;
  plan.shape = shape;
  plan.kernel = kernel;
  std::vector<NodeTeam> workers = with_threads(allowed_workers(machine, layout, options), options.threads);
  const Index mr = plan.kernel.mr, unit = row_unit(plan.kernel);
  plan.nb = choose_qr_block(shape, plan.kernel);
  cut_blocks(plan);
  constexpr Index depth = 256, most_sums = 32;
  // In fixed order no more than goes in place at once.
  plan.kc = in_fixed_order(plan.kernel) ? divide(depth, unit) * unit : round_up(depth, mr);
  // Where panels are most of it, longer sums; else enough of them for large teams.
  const Index least_rows = shape.steps() < 1024 ? 384 : 128;
  plan.sum_rows = round_up(std::max({least_rows, plan.nb, divide_up(shape.m, most_sums)}), unit);
  plan.mc = rows_of_steps(plan.kernel, caches_of_core(machine, workers.front().core), plan.nb);
  if (options.collapse && !goes_by_schedule(shape))
    plan.reasons.push_back(fmt::format(
        "fewer than {} columns to factor: by products, panels of {} columns on the calling thread",
        least_steps_of_schedule, panel_width(shape.steps())));
  if (options.collapse)
    take_useful(plan, workers, useful_threads(plan, workers, profile), homes,
                fmt::format("{} columns feed no more", shape.n));
  add_tasks(plan, workers, most_threads(workers) > threads_on_whole_columns);
  deal_blocks(plan, homes);
  plan.piece = choose_piece(plan, threads_of(workers));
  plan.buffers = plan.caller_only ? 1 : 3;
  choose_copies(plan, "blocks", homes, machine, options, lay_out_pieces, shape.by_rows);
  return plan;
}

QrWorkspace qr_workspace_of(const QrPlan& plan, const PanelTask& task) {
  const KernelShape& kernel = plan.kernel;
  const Index m = plan.shape.m, nb = plan.nb, nr = kernel.nr;
  QrWorkspace made;
  made.ldv = leading_of_copy(plan.shape);
  made.wide = round_up(nb, kernel.mr);
  made.ldt = made.wide;
  WorkspaceRoom room;
  const auto add = [&](Index elements, Index count) {
    return room.add(static_cast<std::size_t>(elements), count);
  };
  made.dense = add(in_lines(made.ldv * nb) + in_lines(made.ldt * nb), plan.buffers);
  made.v = in_lines(made.wide * round_up(m, kernel.mr));
  made.t = made.v + in_lines(round_up(m, kernel.mr) * nb);
  made.packed = add(made.t + in_lines(made.wide * nb), plan.buffers);
  made.gang = add(in_lines(PanelSums(divide_up(m, plan.sum_rows), nb, row_unit(kernel)).elements), 1);
  const Index columns = round_up(std::max(std::min(plan.piece, nb), plan.group), nr);
  made.products = in_lines(2 * made.wide * columns);
  const Index update = made.products + in_lines(std::max(plan.kc * round_up(nb, nr), made.wide * columns));
  const Index panel = in_lines(std::max(made.wide * plan.kc, plan.kc * nb)) +
                      in_lines(std::max(plan.kc, made.wide) * round_up(nb, nr));
  made.scratch = add(std::max(update, panel), task.threads);
  if (plan.redeployed) made.leading = made.ldv;
  made.copy = add(made.leading, plan.copies_of(task));
  made.total = room.total();
  return made;
}

std::string explain(const QrPlan& plan, const Machine& machine) {
  std::string text = explain_panels(plan, machine);
  if (plan.piece < plan.nb)
    text += fmt::format("  blocks are updated up to {} columns at a time\n", plan.piece);
  const bool gangs = std::ranges::any_of(plan.tasks, [](const PanelTask& task) { return task.gang > 1; });
  if (gangs) text += "  panels are factored by all threads of a node\n";
  return text + explain_reasons(plan);
}

}  // namespace numapack
