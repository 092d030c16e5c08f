#pragma once

#include <cstddef>

#include "gemm/localise.hpp"
#include "gemm/node_grid.hpp"
#include "gemm/plan_context.hpp"

namespace numapack {

/// A node's task with the figures behind it.
struct TaskDraft {
  Worker worker;
  NodeTask task;
  Needs needs;
  LocaliseFigures a, c;
  std::size_t wanted_bytes = 0;  ///< workspace before any cap
  bool fits = true;              ///< false: even the smallest workspace is above the cap
};

/// Decides how a node computes its part: threads, blocks, what it copies. The part must not be empty.
TaskDraft draft_task(const PlanContext& context, const Worker& worker, const GridPart& part);

/// Shrinks the workspaces of all tasks of one plan to options.workspace_limit together, or to a quarter of
/// each node's memory.
void limit_workspace(const PlanContext& context, std::vector<TaskDraft>& drafts);

/// One sentence a decision, for NodeTask::reasons.
std::vector<std::string> reasons_of(const PlanContext& context, const TaskDraft& draft);

}  // namespace numapack
