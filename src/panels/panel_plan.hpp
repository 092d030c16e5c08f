// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "kernel/kernel.hpp"
#include "level3/nodes/options.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"
#include "runtime/workspace.hpp"
#include "runtime/workspace_room.hpp"
#include "schedule/schedule_cache.hpp"

namespace numapack {

/// The shape of a factorisation by panels: m x n.
struct PanelShape {
  Type type = Type::d;
  Index m = 0, n = 0;
  bool by_rows = false;  ///< row-major: owners work on transposed copies, or on a matrix transposed in place
  Index steps() const { return m < n ? m : n; }  ///< columns that panels have
  bool operator==(const PanelShape&) const = default;
};

/// One node's share of the work.
struct PanelTask : TeamShare {
  int gang = 1;                     ///< threads that factor a panel together
  Index blocks = 0;                 ///< column blocks, or tiles, it owns
  std::size_t workspace_bytes = 0;  ///< exactly what its run leases
};

/// The common part of factorisations' plans: who owns what. Pure data.
struct FactorPlan {
  KernelShape kernel;
  Index nb = 0;                  ///< columns of a block, or rows and columns of a tile
  Index mc = 0;                  ///< rows of a packed block that stay in L2 while the other operand passes
  std::vector<int> owner;        ///< of each block or tile: index into tasks
  std::vector<PanelTask> tasks;  ///< one a node that takes part
  bool caller_only = false;      ///< one task with one thread, the calling one
  bool by_homes = false;         ///< owners follow the pages; else blocks are distributed by their work
  bool redeployed = false;       ///< owners work on copies of their blocks
  std::vector<std::string> reasons;
  std::size_t workspace_bytes() const { return workspace_bytes_of(tasks); }
};

/// The common part of LU's and QR's plans. The columns are divided into blocks; the first `panels` blocks are
/// factored one after the other, each by threads of its owner, and every node updates its blocks with every
/// panel, from its own copy of the panel. The next panel is factored while the blocks behind it are still
/// being updated (HPL's look-ahead of one). Blocks that are not at home are copied to their owners once, and
/// back when they are done. Pure data.
struct PanelPlan : FactorPlan {
  PanelShape shape;
  std::vector<Range> blocks;  ///< of columns; cut at multiples of nb and at steps()
  Index panels = 0;
  /// A row-major matrix is transposed by the copies of blocks, or in place before and after.
  bool transposes_by_copies() const { return shape.by_rows && redeployed; }
  bool transposes_in_place() const { return shape.by_rows && !redeployed; }
  Range block(Index number) const { return blocks[static_cast<std::size_t>(number)]; }
  const PanelTask& task_of(Index block) const {
    return tasks[static_cast<std::size_t>(owner[static_cast<std::size_t>(block)])];
  }
};

/// In teams of at most so many threads each thread takes whole blocks, and one thread factors a panel, which
/// look-ahead hides (PR-017).
inline constexpr int threads_on_whole_columns = 2;

/// The blocks and panels of a plan that has its shape and nb.
void cut_blocks(PanelPlan& plan);

int most_threads(const std::vector<NodeTeam>& workers);

/// So many threads, or somewhat fewer, on as few nodes as possible, first on those with most of the matrix:
/// data shared within one node need not be copied. Copying a matrix that is distributed over all nodes to
/// some of them would cross as much as the panels of all nodes.
std::vector<NodeTeam> whole_nodes(std::vector<NodeTeam> workers, int threads, const HomeMap& homes);

/// Leaves the threads that are of use, by whole_nodes(); the reason is `why`.
void take_useful(FactorPlan& plan, std::vector<NodeTeam>& workers, int useful, const HomeMap& homes,
                 const std::string& why);

/// The tasks are these. `gangs`: teams factor panels together.
void add_tasks(FactorPlan& plan, const std::vector<NodeTeam>& workers, bool gangs);

/// Whether copying blocks that are not at home to their owners and back crosses less than working on them in
/// place. For a row-major matrix always true, since the copies transpose. A margin decides nothing (PR-016).
bool copies_pay(const PanelPlan& plan, const HomeMap& homes);

/// Whether a plan may take its workspace, as products may.
template <class Plan>
bool fits(const Plan& plan, const Machine& machine, const Options& options) {
  if (options.workspace_limit > 0) return plan.workspace_bytes() <= options.workspace_limit;
  return std::ranges::all_of(plan.tasks, [&](const auto& task) {
    return task.workspace_bytes <= most_workspace(machine, task.memory_node);
  });
}

/// The reasons of a plan with copies of its blocks or tiles, and of one for which there is no room for them.
std::string has_copies(const char* parts);
std::string no_room_for_copies(const char* parts, std::size_t bytes);

/// Plans copies of the parts of a matrix that are not at home, if they pay and there is room, or if they are
/// necessary (`must`). lay_out(plan) computes the workspace of the plan's tasks.
template <class Plan, class LayOut>
void choose_copies(Plan& plan, const char* parts, const HomeMap& homes, const Machine& machine,
                   const Options& options, const LayOut& lay_out, bool must = false) {
  lay_out(plan);
  if (!must && (plan.caller_only || !options.localise || !copies_pay(plan, homes))) return;
  plan.redeployed = true;
  lay_out(plan);
  if (must || fits(plan, machine, options)) {
    plan.reasons.push_back(has_copies(parts));
    return;
  }
  plan.reasons.push_back(no_room_for_copies(parts, plan.workspace_bytes()));
  plan.redeployed = false;
  lay_out(plan);
}

/// For each block, its number among its owner's blocks.
std::vector<Index> places_of_blocks(const PanelPlan& plan, int task);
/// … and the columns of those before it.
std::vector<Index> columns_before(const PanelPlan& plan, int task);

/// Elements from one column of a block's copy to the next.
Index leading_of_copy(const PanelShape& shape);

/// Adds to a key everything that determines a plan's schedule, except threads and the routine's own
/// parameters.
void add_to_key(const PanelPlan& plan, ScheduleCache::Key& key);

/// Lines of a page about a plan: its nodes and threads with their `parts`, and the reasons.
std::string explain_tasks(const FactorPlan& plan, const char* parts, const Machine& machine);
std::string explain_panels(const PanelPlan& plan, const Machine& machine);
std::string explain_reasons(const FactorPlan& plan);

}  // namespace numapack
