// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/whole_lines.hpp"
#include "kernel/choices.hpp"
#include "level3/call/call.hpp"
#include "level3/explain/explain.hpp"
#include "level3/nodes/cost_model.hpp"
#include "level3/tasks/task.hpp"
#include "lu/factor_panel.hpp"
#include "machine/cpu_of.hpp"
#include "panels/block_dealing.hpp"

namespace numapack {

namespace {

/// Rows of the narrowest strips of a column: below, packed L is read for too little (PR-022).
constexpr Index least_lu_strip_rows = 64;
/// Strips that a thread has in the steps in which half of the matrix is left. A gang waits for the last strip
/// of each of its threads: the fewer rows, the less (PR-001); each strip is a step of the schedule.
constexpr Index lu_strips_a_thread = 10;
/// The least of them for which another thread pays (PR-022).
constexpr Index least_lu_strips_a_thread = 2;

/// Threads that a plan can feed: with a block column each, or, where teams are larger, with strips.
int useful_threads(const LuPlan& plan, const std::vector<NodeTeam>& workers, const Profile& profile) {
  const auto blocks = static_cast<Index>(plan.blocks.size());
  const double flops = lu_flops(plan.shape);
  if (!lu_may_be_shared(plan.shape, profile)) return 1;
  if (most_threads(workers) <= threads_on_whole_columns) return static_cast<int>(std::max<Index>(1, blocks));
  const double strips =
      double(blocks) * double(divide_up(plan.shape.m, least_lu_strip_rows)) / least_lu_strips_a_thread;
  const double feeds = std::min(strips, threads_on_columns(flops, plan.shape.steps(), profile));
  return static_cast<int>(std::clamp(feeds, 1.0, 1e6));
}

/// Rows of the strips of a plan for these, or 0.
Index choose_strip(const LuPlan& plan, const std::vector<NodeTeam>& workers) {
  if (most_threads(workers) <= threads_on_whole_columns) return 0;
  const auto blocks = std::max<Index>(1, static_cast<Index>(plan.blocks.size()));
  const Index wanted = 4 * lu_strips_a_thread * threads_of(workers) / blocks;
  if (wanted <= 1) return 0;
  const Index rows =
      round_up(std::max(least_lu_strip_rows, divide_up(plan.shape.m, wanted)), Index{plan.kernel.mr});
  return rows < plan.shape.m ? rows : 0;
}

void lay_out_blocks(LuPlan& plan) {
  for (PanelTask& task : plan.tasks) task.workspace_bytes = lu_workspace_of(plan, task).total;
}

}  // namespace

double lu_flops(const PanelShape& shape) {
  const double mm = double(shape.m), nn = double(shape.n), k = double(shape.steps());
  // LAPACK Working Note 41: multiplications and additions of getrf.
  const double pairs = mm * nn * k - (mm + nn) * k * k / 2 + k * k * k / 3;
  return flops_each(shape.type) * pairs;
}

bool lu_may_be_shared(const PanelShape& shape, const Profile& profile) {
  constexpr double least_us = 100;  // PR-005
  return may_be_shared(lu_flops(shape), least_us, profile);
}

Index choose_lu_block(const PanelShape& shape, const KernelShape& kernel) {
  // Wider panels do more of the work in the update, narrower ones leave less to the threads that factor a
  // panel. On two cores there is little to choose between neighbours (CL-190 to CL-192, Z4-070), on many the
  // chain of panels decides (PR-001).
  const Index steps = shape.steps();
  const Index wanted = steps <= 256 ? 48 : steps <= 1280 ? 96 : 144;
  return round_up(wanted, row_unit(kernel));
}

LuWorkspace lu_workspace_of(const LuPlan& plan, const PanelTask& task) {
  const std::size_t element = bytes_of(plan.shape.type);
  const Index mr = plan.kernel.mr, nr = plan.kernel.nr, widest = plan.blocks.empty() ? 0 : plan.nb;
  LuWorkspace workspace;
  WorkspaceRoom room;
  workspace.panel = room.add(round_to_line(std::size_t(round_up(plan.shape.m, mr) * widest) * element),
                             LuWorkspace::panel_buffers);
  const Index update = widest * round_up(widest, nr);
  // B, and the top rows of C while the next panel's interchanges are done.
  const Index panel = panel_scratch<double>(plan.kernel, widest);
  const std::size_t laswp_left = std::size_t(round_up(plan.shape.m, 8)) * sizeof(Index) +
                                 std::size_t(plan.shape.m * laswp_columns(plan)) * element;
  workspace.scratch = room.add(
      round_to_line(std::max(std::size_t(std::max(2 * update, panel)) * element, laswp_left)), task.threads);
  workspace.gang = room.add(task.gang > 1 ? round_to_line(std::size_t(panel) * element) : 0);
  workspace.swapped = room.add(round_to_line(std::size_t(update) * element), task.blocks);
  if (plan.redeployed) workspace.leading = leading_of_copy(plan.shape);
  workspace.copy = room.add(std::size_t(workspace.leading * widest) * element, task.blocks);
  workspace.total = room.total();
  return workspace;
}

LuPlan make_lu_plan(const PanelShape& shape, const KernelShape& kernel, const HomeMap& homes,
                    const Machine& machine, const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options) {
  check_inputs({shape.type, shape.m, shape.n, shape.steps()}, {homes, homes, homes}, machine, profile);
  if (options.nb < 0)
    invalid("getrf", fmt::format("nb is {}", options.nb), "use 1 or more, or 0 for a choice");

  LuPlan plan;
  plan.shape = shape;
  plan.kernel = kernel;
  std::vector<NodeTeam> workers = with_threads(allowed_workers(machine, layout, options), options.threads);
  plan.nb =
      options.nb > 0 ? round_up(options.nb, row_unit(plan.kernel)) : choose_lu_block(shape, plan.kernel);
  plan.nb = std::min(plan.nb, round_up(std::max<Index>(1, shape.n), plan.kernel.mr));
  cut_blocks(plan);
  plan.mc = rows_of_steps(plan.kernel, caches_of_core(machine, workers.front().core), plan.nb);
  if (options.collapse)
    take_useful(plan, workers, useful_threads(plan, workers, profile), homes,
                fmt::format("{} column blocks feed no more", plan.blocks.size()));
  plan.strip = choose_strip(plan, workers);
  add_tasks(plan, workers, plan.strip > 0);
  deal_blocks(plan, homes);
  // Only a square can be transposed in place.
  choose_copies(plan, "blocks", homes, machine, options, lay_out_blocks, shape.by_rows && shape.m != shape.n);
  return plan;
}

std::string explain(const LuPlan& plan, const Machine& machine) {
  std::string text = explain_panels(plan, machine);
  if (plan.strip > 0)
    text += fmt::format("  blocks are updated {} rows at a time, panels factored by all threads of a node\n",
                        plan.strip);
  return text + explain_reasons(plan);
}

}  // namespace numapack
