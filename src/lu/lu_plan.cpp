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
#include "machine/cpu_of.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

namespace {

/// Below this many flops one thread is faster: the panels are all there is.
constexpr double least_lu_flops = 4e6;
/// Teams of so many threads take block columns whole, and a panel is one thread's: look-ahead hides it.
constexpr int threads_on_whole_columns = 2;
/// Rows of the narrowest strips of a column: below, packed L is read for too little.
constexpr Index least_strip_rows = 64;
/// Strips that a thread has in the steps in which half of the matrix is left.
constexpr Index strips_a_thread = 4;
/// Arithmetic a thread and column of a panel, below which the gang's two barriers a column take longer: some
/// 3 us at 10 GF/s.
constexpr double least_flops_a_column = 3e4;

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

int most_threads(const std::vector<NodeCrew>& crews) {
  int most = 1;
  for (const NodeCrew& crew : crews) most = std::max(most, crew.threads);
  return most;
}

/// Threads that a plan can feed: with a block column each, or, where teams are larger, with strips.
int useful_threads(const LuPlan& plan, const std::vector<NodeCrew>& crews) {
  const auto blocks = static_cast<Index>(plan.blocks.size());
  const double flops = plan.shape.flops();
  if (flops < least_lu_flops) return 1;
  if (most_threads(crews) <= threads_on_whole_columns) return static_cast<int>(std::max<Index>(1, blocks));
  const double strips = double(blocks) * double(divide_up(plan.shape.m, least_strip_rows)) / strips_a_thread;
  const double feeds = std::min(strips, flops / (double(plan.shape.steps()) * least_flops_a_column));
  return static_cast<int>(std::clamp(feeds, 1.0, 1e6));
}

/// Rows of the strips of a plan for these, or 0.
Index choose_strip(const LuPlan& plan, const std::vector<NodeCrew>& crews) {
  if (most_threads(crews) <= threads_on_whole_columns) return 0;
  const Index wanted = 4 * strips_a_thread * threads_of(crews) / static_cast<Index>(plan.blocks.size());
  if (wanted <= 1) return 0;
  const Index rows =
      round_up(std::max(least_strip_rows, divide_up(plan.shape.m, wanted)), Index{plan.kernel.mr});
  return rows < plan.shape.m ? rows : 0;
}

/// So many threads of as few nodes as there can be, first of those that most of the matrix is at home on:
/// what is shared within one need not be copied. To copy a matrix that is dealt to all nodes to some of them
/// crosses as much as the panels of all would.
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

/// Whether copying what is not at home to its owners and back crosses less than working on it where it lies.
bool copies_pay(const LuPlan& plan, const HomeMap& homes) {
  constexpr double worth = 0.9;
  double in_place = 0, copied = 0;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j) {
    const int owner = plan.tasks[std::size_t(plan.owner[j])].memory_node;
    const Range rows{0, plan.shape.m};
    const double away = share_elsewhere(homes, rows, plan.blocks[j], owner) * double(plan.blocks[j].size());
    for (Index panel = 0; panel < std::min(Index(j) + 1, plan.panels); ++panel)
      in_place += 2 * away * double(plan.shape.m - plan.blocks[std::size_t(panel)].begin);
    copied += 2 * away * double(plan.shape.m);
  }
  return copied < worth * in_place;
}

void lay_out(LuPlan& plan) {
  for (LuTask& task : plan.tasks) task.workspace_bytes = lu_workspace_of(plan, task).total;
}

/// Bytes that a plan may take on a node, as products may.
bool fits(const LuPlan& plan, const Machine& machine, const Options& options) {
  if (options.workspace_limit > 0) return plan.workspace_bytes() <= options.workspace_limit;
  return std::ranges::all_of(plan.tasks, [&](const LuTask& task) {
    const auto& memory = machine.nodes[std::size_t(task.memory_node)].memory_bytes;
    return !memory || task.workspace_bytes <= std::size_t(*memory) / 4;
  });
}

/// Copies of the blocks that are not at home, if they pay and there is room.
void choose_copies(LuPlan& plan, const HomeMap& homes, const Machine& machine, const Options& options) {
  if (plan.caller_only || !options.localise || !copies_pay(plan, homes)) return;
  plan.redeployed = true;
  lay_out(plan);
  if (fits(plan, machine, options)) {
    plan.reasons.emplace_back("blocks are copied to their owners, and back when they are done");
    return;
  }
  plan.reasons.push_back(fmt::format("blocks stay where they are: {} for copies are not to be had",
                                     readable_bytes(double(plan.workspace_bytes()))));
  plan.redeployed = false;
  lay_out(plan);
}

/// The plan, done by these.
LuPlan with_crews(LuPlan plan, const std::vector<NodeCrew>& crews, const HomeMap& homes,
                  const Machine& machine, const Options& options) {
  plan.caller_only = threads_of(crews) == 1;
  plan.strip = choose_strip(plan, crews);
  for (const NodeCrew& crew : crews) {
    LuTask task;
    task.team = crew.team;
    task.node = crew.node;
    task.memory_node = crew.memory_node;
    task.threads = crew.threads;
    task.gang = plan.strip > 0 ? crew.threads : 1;
    plan.tasks.push_back(task);
  }
  deal_blocks(plan, homes);
  lay_out(plan);
  choose_copies(plan, homes, machine, options);
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
  workspace.gang_bytes = task.gang > 1 ? round_to_line(std::size_t(panel) * element) : 0;
  workspace.threads = task.threads;
  workspace.blocks = task.blocks;
  if (plan.redeployed) {
    // An odd number of lines, so that neighbours in a row share no set of the caches.
    workspace.leading = Index((round_to_line(std::size_t(plan.shape.m) * element) | 64) / element);
    workspace.copy_bytes = std::size_t(workspace.leading * widest) * element;
  }
  workspace.total = workspace.copy(task.blocks);
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
  const auto by = [&](const std::vector<NodeCrew>& crews) {
    return with_crews(plan, crews, homes, machine, options);
  };
  const int useful = options.collapse ? useful_threads(plan, workers) : 0, all = threads_of(workers);
  if (useful == 0 || useful >= all) return by(workers);
  plan.reasons.push_back(
      fmt::format("{} of {} threads: {} column blocks feed no more", useful, all, plan.blocks.size()));
  return by(whole_nodes(workers, useful, homes));
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
  if (plan.strip > 0)
    text += fmt::format("  blocks are updated {} rows at a time, panels factored by all threads of a node\n",
                        plan.strip);
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  return text;
}

}  // namespace numapack
