// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <vector>

#include "level3/run/trace.hpp"
#include "lu/interchanges.hpp"
#include "lu/lu_plan.hpp"
#include "runtime/workspace.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack {

/// What a factored panel tells all nodes.
struct LuPanel {
  EpochCounter factored;
  std::vector<Index> pivots;  ///< rows of the panel
  Interchanges interchanges;
  Index zero = -1;  ///< its first column whose pivot is zero, or -1
};

/// What the threads of one node share during a factorisation.
struct LuNode {
  /// Leases the task's workspace. Keeps a reference to the plan.
  LuNode(const LuPlan& plan, int task, WorkspacePool& workspaces, Trace* trace);

  bool owns(Index block) const { return plan.owner[static_cast<std::size_t>(block)] == task; }

  /// Pieces into which the panel of a step is cut, to be copied by the threads together.
  Index shares(Index step) const;

  const LuPlan& plan;
  const int task, threads;
  const Tracer tracer;
  const LuWorkspace layout;
  const WorkspacePool::Lease lease;
  std::vector<Index> owned;  ///< blocks, in order
  std::vector<char> parked;  ///< of each: whether its rows of U for the next panel are taken out already
  std::vector<Index> first_behind;   ///< of each step: the first owned block behind its panel
  TicketCounter first, last;         ///< the very first panel, and the blocks of L to reorder in the end
  std::deque<TicketCounter> copies;  ///< of each step: pieces of another node's panel to copy
  std::deque<TicketCounter>
      pieces;  ///< of each step: blocks to update, then pieces of the own panel to write back
};

}  // namespace numapack
