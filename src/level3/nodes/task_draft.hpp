// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/nodes/localise.hpp"
#include "level3/nodes/node_grid.hpp"
#include "level3/nodes/plan_context.hpp"
#include "level3/tasks/task.hpp"

namespace numapack {

/// A node's task with what it reads and writes.
struct TaskDraft {
  NodeTeam worker;
  NodeTask task;
  Needs needs;
};

/// Decides how a node computes its part: threads, blocks, what it copies. The part must not be empty.
TaskDraft draft_task(const PlanContext& context, const NodeTeam& worker, const GridPart& part);

/// Shrinks the workspaces of all tasks of one plan to options.workspace_limit together, or to a quarter of
/// each node's memory. Fills in what they move.
void limit_workspace(const PlanContext& context, std::vector<TaskDraft>& drafts);

}  // namespace numapack
