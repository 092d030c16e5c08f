// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_node.hpp"

#include <algorithm>

#include "base/integer.hpp"

namespace numapack {

LuNode::LuNode(const LuPlan& plan_, int task_, WorkspacePool& workspaces, Trace* trace)
    : plan(plan_),
      task(task_),
      threads(plan.tasks[static_cast<std::size_t>(task)].threads),
      tracer{trace, plan.tasks[static_cast<std::size_t>(task)].node},
      layout(lu_workspace_of(plan, plan.tasks[static_cast<std::size_t>(task)])),
      lease(workspaces, plan.tasks[static_cast<std::size_t>(task)].memory_node, layout.total),
      copies(static_cast<std::size_t>(plan.panels)),
      pieces(static_cast<std::size_t>(plan.panels)) {
  tracer.note_lease(layout.total);
  Index to_reorder = 0;
  for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j) {
    if (!owns(j)) continue;
    owned.push_back(j);
    if (j + 1 < plan.panels) ++to_reorder;
  }
  last.set_pieces(static_cast<std::uint32_t>(to_reorder));
  parked.assign(owned.size(), false);
  const auto count = static_cast<Index>(owned.size());
  Index ended = 0;
  for (Index step = 0; step < plan.panels; ++step) {
    while (ended < count && owned[static_cast<std::size_t>(ended)] <= step) ++ended;
    first_behind.push_back(ended);
    const Index behind = count - ended, own = owns(step) ? shares(step) : 0;
    const auto at = static_cast<std::size_t>(step);
    if (!owns(step) && behind > 0) copies[at].set_pieces(static_cast<std::uint32_t>(shares(step)));
    pieces[at].set_pieces(static_cast<std::uint32_t>(behind + own));
  }
}

Index LuNode::shares(Index step) const {
  const Index rows = plan.shape.m - plan.blocks[static_cast<std::size_t>(step)].begin;
  return std::min(Index{4} * threads, divide_up(rows, static_cast<Index>(plan.kernel.mr)));
}

}  // namespace numapack
