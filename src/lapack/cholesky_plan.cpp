// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/whole_lines.hpp"
#include "lapack/cholesky_owners.hpp"
#include "lapack/cholesky_traffic.hpp"
#include "lapack/stored_triangle.hpp"
#include "level3/call/call.hpp"
#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "machine/cpu_of.hpp"

namespace numapack {

namespace {

/// Below this much arithmetic of one thread it is faster alone (PR-005): most work is on the diagonal.
constexpr double least_cholesky_us = 100;
/// Strips that a thread has in the steps in which half of the order is left (PR-024).
constexpr Index tile_strips_a_thread = 4;
/// Rows of the narrowest strips: below, a packed operand is read for too little (PR-024).
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
  for (PanelTask& task : plan.tasks) task.workspace_bytes = cholesky_workspace_of(plan, task).total;
}

}  // namespace

double CholeskyCall::flops() const {
  const double order = double(n);
  // LAPACK Working Note 41: multiplications and additions of potrf.
  return flops_each(type) * (order * order * order / 6 + order * order / 4);
}

Index choose_cholesky_block(Index n, const KernelShape& kernel) {
  // Small ones are a tile: it is cut again where it is factored.
  const Index wanted = n <= 192 ? n : n <= 1600 ? 96 : n <= 2560 ? 144 : n <= 10240 ? 192 : 288;
  return round_up(std::max<Index>(1, wanted), unit_of(kernel));
}

CholeskyWorkspace cholesky_workspace_of(const CholeskyPlan& plan, const PanelTask& task) {
  const std::size_t element = bytes_of(plan.call.type);
  const auto bytes = [&](Index elements) {
    return round_to_line(static_cast<std::size_t>(elements) * element);
  };
  const Index nb = plan.nb, mr = plan.kernel.mr, nr = plan.kernel.nr;
  CholeskyWorkspace made;
  WorkspaceRoom room;
  const Index tiles = plan.tiles() > 1 ? plan.tiles() : 0;
  const std::size_t column = bytes(tiles * nb * nb), diagonal = tiles > 0 ? bytes(nb * nb) : 0;
  std::tie(made.a, made.b, made.triangle, made.inverse) = std::tuple_cat(
      room.add<4>({column, column, diagonal, tiles > 0 ? bytes(nb) : 0}, CholeskyWorkspace::buffers));
  constexpr Index narrow = most_unblocked;
  const Index columns = std::max(round_up(narrow, mr), round_up(narrow, nr));
  std::tie(made.narrow_a, made.narrow_b, made.narrow_triangle, made.narrow_inverse, made.kernel_tile) =
      std::tuple_cat(room.add<5>(
          {bytes(nb * narrow), bytes(nb * narrow), bytes(columns * narrow), bytes(narrow), bytes(mr * nr)},
          task.threads));
  made.copy = room.add(plan.redeployed ? bytes(nb * nb) : 0, task.blocks);
  made.total = room.total();
  return made;
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
  std::vector<NodeTeam> workers = with_threads(allowed_workers(machine, layout, options), options.threads);
  CholeskyPlan plan = plan_cholesky_alone(call, kernel, caches_of_core(machine, workers.front().core));
  if (options.collapse)
    take_useful(plan, workers, useful_threads(plan, profile), homes, "the order feeds no more");
  add_tasks(plan, workers, false);
  plan.strip = plan.caller_only ? plan.nb : choose_strip(plan, threads_of(workers));
  const HomeMap of_l = homes_of_l(call.stored, homes);
  deal_tiles(plan, of_l);
  choose_copies(plan, "tiles", of_l, machine, options, lay_out_tiles);
  return plan;
}

std::string explain(const CholeskyPlan& plan, const Machine& machine) {
  std::string text = fmt::format("  {} x {} in {} x {} tiles of {}, kernel {}\n", plan.call.n, plan.call.n,
                                 plan.tiles(), plan.tiles(), plan.nb, plan.kernel.name);
  text += explain_tasks(plan, "tiles", machine);
  if (plan.tasks.size() > 1 && !plan.by_homes)
    text += fmt::format("  tiles are dealt over {} x {} nodes\n", plan.grid.rows, plan.grid.columns);
  if (plan.strip < plan.nb) text += fmt::format("  tiles are worked on {} rows at a time\n", plan.strip);
  return text + explain_reasons(plan);
}

}  // namespace numapack
