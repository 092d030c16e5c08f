// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/readable.hpp"
#include "base/whole_lines.hpp"
#include "lapack/cholesky_owners.hpp"
#include "lapack/cholesky_traffic.hpp"
#include "level3/call/call.hpp"
#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "machine/cpu_of.hpp"
#include "panels/panel_plan.hpp"

namespace numapack {

namespace {

/// Below this much arithmetic of one thread it is faster alone: nearly all the work is on the diagonal.
constexpr double least_cholesky_us = 100;
/// Strips that a thread has in the steps in which half of the order is left.
constexpr Index tile_strips_a_thread = 4;
/// Rows of the narrowest strips: below, a packed operand is read for too little.
constexpr Index least_tile_strip_rows = 32;

Index unit_of(const KernelShape& kernel) { return std::lcm(Index{kernel.mr}, Index{kernel.nr}); }

int useful_threads(const CholeskyPlan& plan, const Profile& profile) {
  const double flops = plan.call.flops();
  if (!may_be_shared(flops, least_cholesky_us, profile)) return 1;
  // A tile on the diagonal is one thread's, without a barrier a column.
  return static_cast<int>(std::clamp(threads_on_columns(flops, plan.call.n / 2, profile), 1.0, 1e6));
}

/// Whole tiles, if there are enough of them for all threads; else parts of them.
Index choose_strip(const CholeskyPlan& plan, int threads) {
  const Index unit = unit_of(plan.kernel), tiles = plan.tiles();
  // A quarter of the tiles is left when half of the order is.
  const double wanted = double(tile_strips_a_thread * threads) / (double(tiles * (tiles + 1)) / 8);
  Index strip = plan.nb;
  for (Index parts = 2; parts <= plan.nb / unit && double(plan.nb) / double(strip) < wanted; ++parts)
    if (plan.nb % (parts * unit) == 0 && plan.nb / parts >= least_tile_strip_rows) strip = plan.nb / parts;
  return strip;
}

void lay_out_tiles(CholeskyPlan& plan) {
  for (CholeskyTask& task : plan.tasks) task.workspace_bytes = cholesky_workspace_of(plan, task).total;
}

}  // namespace

double CholeskyCall::flops() const {
  const double order = double(n);
  // LAPACK Working Note 41: multiplications and additions of potrf.
  return flops_each(type) * (order * order * order / 6 + order * order / 4);
}

std::size_t CholeskyPlan::workspace_bytes() const {
  std::size_t bytes = 0;
  for (const CholeskyTask& task : tasks) bytes += task.workspace_bytes;
  return bytes;
}

Index choose_cholesky_block(Index n, const KernelShape& kernel) {
  // Small ones are a tile: it is cut again where it is factored.
  const Index wanted = n <= 192 ? n : n <= 1600 ? 96 : n <= 2560 ? 144 : n <= 10240 ? 192 : 288;
  return round_up(std::max<Index>(1, wanted), unit_of(kernel));
}

CholeskyWorkspace cholesky_workspace_of(const CholeskyPlan& plan, const CholeskyTask& task) {
  const std::size_t element = bytes_of(plan.call.type);
  const auto bytes = [&](Index elements) {
    return round_to_line(static_cast<std::size_t>(elements) * element);
  };
  const Index nb = plan.nb, mr = plan.kernel.mr, nr = plan.kernel.nr;
  CholeskyWorkspace workspace;
  if (plan.tiles() > 1) {
    workspace.a_bytes = workspace.b_bytes = bytes(plan.tiles() * nb * nb);
    workspace.triangle_bytes = bytes(nb * nb);
    workspace.inverse_bytes = bytes(nb);
  }
  constexpr Index narrow = 32;  // TileFactorisation's
  const Index columns = std::max(round_up(narrow, mr), round_up(narrow, nr));
  workspace.narrow_bytes = bytes(nb * narrow);
  workspace.narrow_triangle_bytes = bytes(columns * narrow);
  workspace.narrow_inverse_bytes = bytes(narrow);
  workspace.kernel_tile_bytes = bytes(mr * nr);
  workspace.threads = task.threads;
  if (plan.redeployed) workspace.tile_bytes = bytes(nb * nb);
  workspace.total = workspace.copy(task.tiles);
  return workspace;
}

CholeskyPlan plan_cholesky_alone(const CholeskyCall& call, const KernelShape& kernel,
                                 const CacheSizes& caches) {
  CholeskyPlan plan;
  plan.call = call;
  plan.kernel = kernel;
  plan.nb = plan.strip = choose_cholesky_block(call.n, kernel);
  plan.mc = rows_of_steps(kernel, caches, plan.nb);
  plan.caller_only = true;
  plan.tasks.emplace_back();
  deal_tiles(plan, {});
  lay_out_tiles(plan);
  return plan;
}

CholeskyPlan make_cholesky_plan(const CholeskyCall& call, const KernelShape& kernel, const HomeMap& homes,
                                const Machine& machine, const Profile& profile,
                                const std::vector<TeamLayout>& layout, const Options& options) {
  check_inputs({call.type, call.n, call.n, call.n}, {homes, homes, homes}, machine, profile);
  std::vector<NodeCrew> crews = with_threads(allowed_workers(machine, layout, options), options.threads);
  CholeskyPlan plan = plan_cholesky_alone(call, kernel, caches_of_core(machine, crews.front().core));
  const int all = threads_of(crews), useful = options.collapse ? useful_threads(plan, profile) : all;
  if (useful < all) {
    plan.reasons.push_back(fmt::format("{} of {} threads: the order feeds no more", useful, all));
    crews = whole_nodes(crews, useful, homes);
  }
  plan.caller_only = threads_of(crews) == 1;
  plan.strip = plan.caller_only ? plan.nb : choose_strip(plan, threads_of(crews));
  plan.tasks.clear();
  for (const NodeCrew& crew : crews)
    plan.tasks.push_back({crew.team, crew.node, crew.memory_node, crew.threads, 0, 0});
  const HomeMap of_l = homes_of_l(call.stored, homes);
  deal_tiles(plan, of_l);
  choose_copies(plan, "tiles", of_l, machine, options, lay_out_tiles);
  return plan;
}

std::string explain(const CholeskyPlan& plan, const Machine& machine) {
  std::string text = fmt::format("  {} x {} in {} x {} tiles of {}, kernel {}\n", plan.call.n, plan.call.n,
                                 plan.tiles(), plan.tiles(), plan.nb, plan.kernel.name);
  for (const CholeskyTask& task : plan.tasks)
    text += fmt::format("  node {}: {} thread{}, {} tiles, workspace {}\n", machine.os_index_of(task.node),
                        task.threads, task.threads == 1 ? "" : "s", task.tiles,
                        readable_bytes(double(task.workspace_bytes)));
  if (plan.tasks.size() > 1 && !plan.by_homes)
    text += fmt::format("  tiles are dealt over {} x {} nodes\n", plan.grid.rows, plan.grid.columns);
  if (plan.strip < plan.nb) text += fmt::format("  tiles are worked on {} rows at a time\n", plan.strip);
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  return text;
}

}  // namespace numapack
