// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/whole_lines.hpp"
#include "level3/explain/explain.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/tasks/task.hpp"
#include "lu/factor_panel.hpp"
#include "lu/lu_owners.hpp"
#include "lu/lu_traffic.hpp"
#include "machine/cpu_of.hpp"

namespace numapack {

namespace {

/// Below this many flops one thread is faster: the panels are all there is.
constexpr double least_lu_flops = 4e6;
/// With fewer blocks than this a thread has nothing to do but wait for panels.
constexpr Index least_lu_blocks_a_thread = 1;

std::vector<Range> cut(const LuShape& shape, Index nb) {
  std::vector<Range> blocks;
  for (Index begin = 0; begin < shape.n;) {
    const Index end = std::min({begin + nb, shape.n, begin < shape.steps() ? shape.steps() : shape.n});
    blocks.push_back({begin, end});
    begin = end;
  }
  return blocks;
}

int threads_of(const std::vector<NodeCrew>& crews) {
  return std::accumulate(crews.begin(), crews.end(), 0,
                         [](int sum, const NodeCrew& crew) { return sum + crew.threads; });
}

/// Threads that the column blocks of a plan can feed.
int useful_threads(const LuPlan& plan) {
  const auto blocks = static_cast<Index>(plan.blocks.size());
  return plan.shape.flops() < least_lu_flops
             ? 1
             : static_cast<int>(std::max<Index>(1, blocks / least_lu_blocks_a_thread));
}

/// So many threads of as few nodes as there can be, first of those that most of the matrix is at home on:
/// what is shared within one need not be copied.
std::vector<NodeCrew> whole_nodes(std::vector<NodeCrew> crews, int threads, const HomeMap& homes) {
  const std::vector<double> at_home = homes.elements_by_node({0, homes.rows}, {0, homes.columns});
  const auto elements = [&](const NodeCrew& crew) {
    return at_home.empty() ? 0 : at_home[static_cast<std::size_t>(crew.memory_node)];
  };
  std::stable_sort(crews.begin(), crews.end(), [&](const NodeCrew& one, const NodeCrew& other) {
    return elements(one) > elements(other);
  });
  for (NodeCrew& crew : crews) {
    crew.threads = std::min(crew.threads, threads);
    threads -= crew.threads;
  }
  std::erase_if(crews, [](const NodeCrew& crew) { return crew.threads == 0; });
  return crews;
}

/// The plan, done by these.
LuPlan with_crews(LuPlan plan, const std::vector<NodeCrew>& crews, const HomeMap& homes) {
  plan.caller_only = threads_of(crews) == 1;
  for (const NodeCrew& crew : crews) {
    LuTask task;
    task.team = crew.team;
    task.node = crew.node;
    task.memory_node = crew.memory_node;
    task.threads = crew.threads;
    plan.tasks.push_back(task);
  }
  deal_blocks(plan, homes);
  for (LuTask& task : plan.tasks) task.workspace_bytes = lu_workspace_of(plan, task).total;
  return plan;
}

}  // namespace

double LuShape::flops() const {
  const double mm = double(m), nn = double(n), k = double(steps());
  // LAPACK Working Note 41: multiplications and additions of getrf.
  const double pairs = mm * nn * k - (mm + nn) * k * k / 2 + k * k * k / 3;
  return (is_complex(type) ? 8 : 2) * pairs;
}

std::size_t LuPlan::workspace_bytes() const {
  std::size_t bytes = 0;
  for (const LuTask& task : tasks) bytes += task.workspace_bytes;
  return bytes;
}

Index choose_lu_block(const LuShape& shape, const KernelShape& kernel) {
  // Wider panels do more of the work in the update, narrower ones leave less to the one thread that factors a
  // panel; between neighbours there is little to choose (CL-190 to CL-192).
  const Index steps = shape.steps();
  const Index wanted = steps <= 256 ? 48 : steps <= 1280 ? 96 : steps <= 2560 ? 144 : 240;
  return round_up(wanted, kernel.mr);
}

LuWorkspace lu_workspace_of(const LuPlan& plan, const LuTask& task) {
  const std::size_t element = bytes_of(plan.shape.type);
  const Index mr = plan.kernel.mr, nr = plan.kernel.nr, widest = plan.blocks.empty() ? 0 : plan.nb;
  LuWorkspace workspace;
  workspace.panel_bytes = round_to_line(std::size_t(round_up(plan.shape.m, mr) * widest) * element);
  const Index update = widest * round_up(widest, nr);
  // B, and the top rows of C while the next panel's interchanges are done.
  const Index panel = panel_scratch<double>(plan.kernel, widest);
  const std::size_t reorder =
      std::size_t(round_up(plan.shape.m, 8)) * sizeof(Index) + std::size_t(plan.shape.m) * element;
  workspace.scratch_bytes =
      round_to_line(std::max(std::size_t(std::max(2 * update, panel)) * element, reorder));
  workspace.parked_bytes = round_to_line(std::size_t(update) * element);
  workspace.threads = task.threads;
  workspace.total = workspace.parked(task.blocks);
  return workspace;
}

LuPlan make_lu_plan(const LuShape& shape, const HomeMap& homes, const Machine& machine,
                    const Profile& profile, const std::vector<TeamLayout>& layout, const Options& options) {
  check_inputs({shape.type, shape.m, shape.n, shape.steps()}, {homes, homes, homes}, machine, profile);
  if (options.nb < 0)
    invalid("getrf", fmt::format("nb is {}", options.nb), "use 1 or more, or 0 for a choice");

  LuPlan plan;
  plan.shape = shape;
  plan.kernel = choose_shape(*row_of(machine).row, machine.is_this_machine, shape.type, options.kernel);
  const std::vector<NodeCrew> workers =
      with_threads(allowed_workers(machine, layout, options), options.threads);
  plan.nb = options.nb > 0 ? round_up(options.nb, plan.kernel.mr) : choose_lu_block(shape, plan.kernel);
  plan.nb = std::min(plan.nb, round_up(std::max<Index>(1, shape.n), plan.kernel.mr));
  plan.blocks = cut(shape, plan.nb);
  plan.panels = divide_up(shape.steps(), plan.nb);
  const CacheSizes caches = caches_of_core(machine, workers.front().core);
  // A quarter of L2, beside the block of B, which stays there, and C, which passes (CL-193).
  const auto rows = Index(caches.l2 / 4) / (plan.nb * Index(bytes_of(shape.type)));
  plan.mc = std::max<Index>(1, divide(rows, plan.kernel.mr)) * plan.kernel.mr;
  const int useful = options.collapse ? useful_threads(plan) : 0, all = threads_of(workers);
  if (useful == 0 || useful >= all) return with_crews(plan, workers, homes);
  plan.reasons.push_back(
      fmt::format("{} of {} threads: {} column blocks feed no more", useful, all, plan.blocks.size()));
  LuPlan together = with_crews(plan, whole_nodes(workers, useful, homes), homes);
  if (workers.size() == 1 || useful == 1) return together;
  // Columns that are dealt to all nodes stay where they are.
  const LuPlan spread = with_crews(plan, with_threads(workers, useful), homes);
  const auto crossing = [&](const LuPlan& made) {
    return traffic_of(made, homes, static_cast<int>(workers.size())).crossing_bytes;
  };
  return crossing(spread) < crossing(together) ? spread : together;
}

std::string explain(const LuPlan& plan, const Machine& machine) {
  std::string text = fmt::format("  {} x {} in {} blocks of {} columns, {} panels, kernel {}\n", plan.shape.m,
                                 plan.shape.n, plan.blocks.size(), plan.nb, plan.panels, plan.kernel.name);
  for (const LuTask& task : plan.tasks) {
    text +=
        fmt::format("  node {}: {} thread{}, {} blocks, workspace {}\n",
                    machine.nodes[std::size_t(task.node)].os_index, task.threads,
                    task.threads == 1 ? "" : "s", task.blocks, readable_bytes(double(task.workspace_bytes)));
  }
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  return text;
}

}  // namespace numapack
