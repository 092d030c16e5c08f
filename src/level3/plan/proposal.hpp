// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "level3/nodes/task_draft.hpp"

namespace numapack {

/// A whole plan for one choice of workers, before it is written out.
struct Proposal {
  std::vector<NodeTeam> workers;
  bool caller_only = false;
  GridChoice grid;  ///< empty for one worker
  std::vector<TaskDraft> drafts;
  double seconds = 0;
};

/// Divides C among the workers, drafts their tasks and estimates the time.
Proposal propose(const PlanContext& context, std::vector<NodeTeam> workers,
                 const std::optional<Grid>& grid = {});

/// Its threads and time.
TeamEstimate estimate_of(const Proposal& proposal);

/// The calling thread alone, in the place of one thread of `worker`.
Proposal propose_caller(const PlanContext& context, NodeTeam worker);

/// The proposal with the shortest estimate among: the caller alone; one node with a power of two of threads
/// or all; the nodes of one package; all nodes. What was compared is written to `why`. options.collapse ==
/// false or a forced grid leave nothing to choose.
Proposal choose_proposal(const PlanContext& context, const std::vector<NodeTeam>& allowed, PlanReasons& why);

}  // namespace numapack
