// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/split.hpp"
#include "base/whole_lines.hpp"
#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/tasks/task.hpp"
#include "team/share.hpp"
#include "triangle/rhs_owners.hpp"

namespace numapack {

namespace {

/// Blocks that each thread should have, to even out (PR-025).
constexpr Index least_blocks_a_thread = 2;
/// Lines of a block: more reuse a step's A better, and fill L2 (PR-025).
constexpr Index most_rhs = 240;
/// A packed triangle up to so large is kept whole: it stays in a last level cache, and so does a block of
/// lines in its thread's L2 from step to step (PR-025).
constexpr std::size_t most_resident = std::size_t{8} << 20;

/// Lines are cut at multiples of this number.
Index rhs_unit(const TrianglePlan& plan) { return plan.call.left() ? plan.kernel.nr : plan.kernel.mr; }
Index order_unit(const TrianglePlan& plan) { return plan.call.left() ? plan.kernel.mr : plan.kernel.nr; }

std::size_t packed_bytes(const TrianglePlan& plan) {
  const auto order = static_cast<std::size_t>(plan.call.order());
  return order * order / 2 * bytes_of(plan.call.type);
}

/// Even blocks, as many for each thread.
std::vector<Range> cut_rhs(const TrianglePlan& plan, int threads) {
  const Range rhs{0, plan.call.rhs()};
  const Index unit = rhs_unit(plan), units = divide_up(rhs.size(), unit);
  Index count = divide_up(rhs.size(), most_rhs);
  if (threads > 1) count = round_up(std::max(count, threads * least_blocks_a_thread), threads);
  count = std::min(count, units);
  std::vector<Range> blocks;
  for (Index part = 0; part < count; ++part) blocks.push_back(split(rhs, count, unit, part));
  return blocks;
}

TrianglePlan begin_plan(const TriangleCall& call, const KernelShape& kernel, const CacheSizes& caches) {
  TrianglePlan plan;
  plan.call = call;
  plan.kernel = kernel;
  plan.steps = {call.order(), choose_step(call, kernel), call.up(), call.solves};
  plan.resident = packed_bytes(plan) <= most_resident;
  plan.mc = rows_of_steps(kernel, caches, plan.steps.width);
  return plan;
}

}  // namespace

Index choose_step(const TriangleCall& call, const KernelShape& kernel) {
  // Wider steps do more in the products' loop at a time, narrower ones leave less to the diagonal; between 64
  // and 288 there is nothing to choose (Z4-062).
  constexpr Index wanted = 192;
  const Index order = call.order();
  const Index unit = call.left() ? kernel.mr : kernel.nr;
  return std::min(round_up(wanted, unit), round_up(std::max<Index>(1, order), unit));
}

TrianglePlan plan_alone(const TriangleCall& call, const KernelShape& kernel, const CacheSizes& caches) {
  TrianglePlan plan = begin_plan(call, kernel, caches);
  plan.caller_only = true;
  TriangleTask& task = plan.tasks.emplace_back();
  for (const Range& rhs : cut_rhs(plan, 1)) task.blocks.push_back({rhs, false});
  task.workspace_bytes = triangle_workspace_of(plan, task).total;
  return plan;
}

TrianglePlan make_triangle_plan(const TriangleCall& call, const KernelShape& kernel, const HomeMap& homes,
                                const Machine& machine, const Profile& profile,
                                const std::vector<TeamLayout>& layout, const Options& options) {
  std::vector<NodeTeam> workers = with_threads(allowed_workers(machine, layout, options), options.threads);
  if (options.collapse) {
    const Index units = divide_up(call.rhs(), Index{call.left() ? kernel.nr : kernel.mr});
    const auto useful =
        static_cast<Index>(std::clamp(2 * call.flops() / least_parallel_flops(profile), 1.0, 1e6));
    workers = with_threads(std::move(workers), static_cast<int>(std::min(useful, units)));
  }
  TrianglePlan plan = begin_plan(call, kernel, caches_of_core(machine, workers.front().core));
  for (const NodeTeam& worker : workers) plan.tasks.push_back({worker, {}, 0});
  const int all = threads_of(workers);
  plan.caller_only = all == 1;
  if (all < threads_of(layout)) plan.reasons.push_back(fmt::format("{} threads have enough to do", all));
  deal_rhs(plan, cut_rhs(plan, all), homes);
  for (TriangleTask& task : plan.tasks) task.workspace_bytes = triangle_workspace_of(plan, task).total;
  return plan;
}

Index buffered_leading(const TrianglePlan& plan) {
  if (plan.call.left()) return round_up(plan.call.order(), line_of(plan.call.type)) + line_of(plan.call.type);
  Index widest = 0;
  for (const TriangleTask& task : plan.tasks)
    for (const RhsBlock& block : task.blocks) widest = std::max(widest, block.rhs.size());
  return round_up(widest, line_of(plan.call.type));
}

TriangleWorkspace triangle_workspace_of(const TrianglePlan& plan, const TriangleTask& task) {
  const std::size_t element = bytes_of(plan.call.type);
  const auto bytes = [&](Index elements) {
    return round_to_line(static_cast<std::size_t>(elements) * element);
  };
  Index widest = 0;
  bool buffered = false;
  for (const RhsBlock& block : task.blocks) {
    widest = std::max(widest, block.rhs.size());
    buffered |= block.buffered;
  }
  const Index step = std::min(plan.steps.width, plan.call.order());
  TriangleWorkspace workspace;
  WorkspaceRoom room;
  std::tie(workspace.diagonal, workspace.rest, workspace.inverse) = std::tuple_cat(room.add<3>(
      {bytes(round_up(step, order_unit(plan)) * step),
       bytes(round_up(plan.call.order() - std::min(step, plan.call.order()), order_unit(plan)) * step),
       bytes(step)},
      plan.buffers()));
  workspace.rhs = room.add(bytes(round_up(widest, rhs_unit(plan)) * step), task.threads);
  const Index leading = buffered ? buffered_leading(plan) : 0;
  workspace.buffered = room.add(bytes(leading * (plan.call.left() ? widest : plan.call.order())),
                                static_cast<Index>(task.blocks.size()));
  workspace.total = room.total();
  return workspace;
}

}  // namespace numapack
