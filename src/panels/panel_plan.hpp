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
#include "schedule/schedule_cache.hpp"

namespace numapack {

/// A factorisation by panels as its plan sees it: m x n.
struct PanelShape {
  Type type = Type::d;
  Index m = 0, n = 0;
  bool by_rows = false;  ///< row-major: owners work on copies with columns, or on what is transposed in place
  Index steps() const { return m < n ? m : n; }  ///< columns that panels have
  bool operator==(const PanelShape&) const = default;
};

/// One node's share of the work.
struct PanelTask {
  int team = 0;         ///< index into the teams' layout
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where its workspace is
  int threads = 1;
  int gang = 1;                     ///< threads that factor a panel together
  Index blocks = 0;                 ///< column blocks it owns
  std::size_t workspace_bytes = 0;  ///< exactly what its run leases
};

/// What LU and QR have in common. The columns are cut into blocks; the first `panels` of them are factored
/// one after the other, each by threads of the node that owns it, and every node updates the blocks that it
/// owns with every panel, from a copy of its own. The next panel is factored while the blocks behind it are
/// still being updated (HPL's look-ahead of one). Blocks that are not at home are copied to their owners
/// once, and back when they are done. Pure data.
struct PanelPlan {
  PanelShape shape;
  KernelShape kernel;
  Index nb = 0;               ///< columns of a block
  std::vector<Range> blocks;  ///< of columns; cut at multiples of nb and at steps()
  Index panels = 0;
  std::vector<int> owner;        ///< of each block: index into tasks
  std::vector<PanelTask> tasks;  ///< one a node that takes part
  bool caller_only = false;      ///< one task with one thread, the calling one
  bool by_homes = false;         ///< owners follow the pages; else they are dealt by their work
  bool redeployed = false;       ///< owners work on copies of their blocks
  std::vector<std::string> reasons;

  std::size_t workspace_bytes() const;
  /// Rows become columns in the copies of blocks, or in place first and last.
  bool turns_by_copies() const { return shape.by_rows && redeployed; }
  bool turns_in_place() const { return shape.by_rows && !redeployed; }
  Range block(Index number) const { return blocks[static_cast<std::size_t>(number)]; }
  const PanelTask& task_of(Index block) const {
    return tasks[static_cast<std::size_t>(owner[static_cast<std::size_t>(block)])];
  }
};

/// Teams of at most so many threads take blocks whole, and a panel is one thread's: look-ahead hides it.
inline constexpr int threads_on_whole_columns = 2;

/// The blocks and panels of a plan that has its shape and nb.
void cut_blocks(PanelPlan& plan);

int threads_of(const std::vector<NodeCrew>& crews);
int most_threads(const std::vector<NodeCrew>& crews);

/// So many threads, or somewhat fewer, of as few nodes as there can be, first of those that most of the
/// matrix is at home on: what is shared within one need not be copied. To copy a matrix that is dealt to all
/// nodes to some of them crosses as much as the panels of all would.
std::vector<NodeCrew> whole_nodes(std::vector<NodeCrew> crews, int threads, const HomeMap& homes);

/// Tasks for these, with the owners of the blocks. `gangs`: teams factor panels together.
void add_tasks(PanelPlan& plan, const std::vector<NodeCrew>& crews, bool gangs, const HomeMap& homes);

/// Whether copying what is not at home to its owners and back crosses less than working on it where it lies.
/// Of a row-major matrix always, since the copies transpose.
bool copies_pay(const PanelPlan& plan, const HomeMap& homes);

/// Whether a plan may take its workspace, as products may.
template <class Plan>
bool fits(const Plan& plan, const Machine& machine, const Options& options) {
  if (options.workspace_limit > 0) return plan.workspace_bytes() <= options.workspace_limit;
  return std::ranges::all_of(plan.tasks, [&](const auto& task) {
    const auto& memory = machine.nodes[std::size_t(task.memory_node)].memory_bytes;
    return !memory || task.workspace_bytes <= std::size_t(*memory) / 4;
  });
}

/// The reasons of a plan with copies of its blocks or tiles, and of one for which there is no room for them.
std::string has_copies(const char* parts);
std::string no_room_for_copies(const char* parts, std::size_t bytes);

/// Copies of the parts of a matrix that are not at home, if they pay and there is room, or if nothing goes
/// without (`must`). lay_out(plan) finds the workspace of its tasks.
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

/// Of each block that a task owns: the so-manyth of them it is.
std::vector<Index> places_of_blocks(const PanelPlan& plan, int task);
/// … and the columns of those before it.
std::vector<Index> columns_before(const PanelPlan& plan, int task);

/// The homes of a matrix whose memory, taken as its transpose, has these.
HomeMap transposed(const HomeMap& stored);

/// Elements from one column of a block's copy to the next.
Index leading_of_copy(const PanelShape& shape);

/// Adds to a key what the schedule of a plan follows from, except for its threads and what is the routine's
/// own.
void add_to_key(const PanelPlan& plan, ScheduleCache::Key& key);

/// Lines of a page about a plan: who works, and why so.
std::string explain_tasks(const PanelPlan& plan, const Machine& machine);
std::string explain_reasons(const PanelPlan& plan);

}  // namespace numapack
