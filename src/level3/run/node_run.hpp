// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

#include "level3/run/fixed_work.hpp"
#include "level3/run/taken_work.hpp"

namespace numapack {

/// One node's part of a multiplication while it runs: the paper's Algorithm 1 from line 23 on, on that node's
/// team. Made by the caller before the region, worked at by every thread of the team, see NodeTask for the
/// nest of loops.
template <class T>
class NodeRun {
 public:
  NodeRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, WorkspacePool& workspaces,
          const Tracer& tracer, Patience patience = {})
      : part_(task, *task.panels(), problem, kernel, workspaces, tracer) {
    if (task.panels()->schedule == Schedule::dynamic)
      work_.template emplace<TakenWork<T>>(part_, patience);
    else
      work_.template emplace<FixedWork<T>>(part_, patience);
  }
  NodeRun(const NodeRun&) = delete;  // the work knows where the part is
  NodeRun& operator=(const NodeRun&) = delete;

  /// The whole part of one thread.
  void work(const Seat& seat) {
    PackedBlock packed;
    for_each_step(part_.task, part_.way, part_.problem.k, [&](Index number, Range chunk, Range slab) {
      if (auto* const taken = std::get_if<TakenWork<T>>(&work_))
        taken->step(seat, number, chunk, slab, packed);
      else if (auto* const fixed = std::get_if<FixedWork<T>>(&work_))
        fixed->step(seat, number, chunk, slab, packed);
    });
  }

 private:
  const NodePart<T> part_;
  std::variant<std::monostate, TakenWork<T>, FixedWork<T>> work_;
};

}  // namespace numapack
