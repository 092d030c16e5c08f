// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_node.hpp"

namespace numapack {

LuNode::LuNode(const LuPlan& plan, int number, WorkspacePool& workspaces, Trace* trace)
    : tracer{trace, plan.tasks[static_cast<std::size_t>(number)].node},
      layout(lu_workspace_of(plan, plan.tasks[static_cast<std::size_t>(number)])),
      lease(workspaces, plan.tasks[static_cast<std::size_t>(number)].memory_node, layout.total),
      swapped(plan.blocks.size(), false),
      places(places_of_blocks(plan, number)) {
  tracer.note_lease(layout.total);
}

}  // namespace numapack
