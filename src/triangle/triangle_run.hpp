// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "level3/run/macro_kernel.hpp"
#include "runtime/workspace.hpp"
#include "schedule/run.hpp"
#include "triangle/packed_triangle.hpp"
#include "triangle/rhs_work.hpp"
#include "triangle/triangle_schedule.hpp"

namespace numapack {

/// The kernels of a trmm's or trsm's steps (triangle_schedule.hpp), and what they share. Made by the caller
/// before the region; the schedule says which threads do what when.
template <class T>
class TriangleRun {
 public:
  /// Keeps references. Leases every task's workspace: Error(out_of_memory) before anything is written.
  TriangleRun(const TrianglePlan& plan, const TriangularProblem<T>& problem, const Kernel<T>& kernel,
              const FactorKernel<T>& factor, WorkspacePool& workspaces)
      : plan_(plan), problem_(problem), kernel_(kernel), factor_(factor) {
    for (const TriangleTask& task : plan.tasks) nodes_.emplace_back(plan, task, workspaces);
  }

  /// Does a thread's part of a step.
  void operator()(TriangleStep what, int task, Index turn, Index block, const StepPart& part) const {
    const Node& node = nodes_[static_cast<std::size_t>(task)];
    switch (what) {
      case TriangleStep::pack:
        return pack(node, turn, part);
      case TriangleStep::meet:
        return meet(node, turn, block, part.thread);
      case TriangleStep::meet_all:
        for (Index each = 0; each < plan_.steps.count(); ++each) meet(node, each, block, part.thread);
        return;
    }
  }

 private:
  struct Node {
    Node(const TrianglePlan& plan, const TriangleTask& task_, WorkspacePool& workspaces)
        : task(task_),
          layout(triangle_workspace_of(plan, task_)),
          lease(workspaces, task_.memory_node, layout.total) {}
    T* at(std::size_t offset) const {
      return reinterpret_cast<T*>(static_cast<char*>(lease.data()) + offset);
    }

    const TriangleTask& task;
    const TriangleWorkspace layout;
    const WorkspacePool::Lease lease;
  };

  /// What a step needs of the triangle: a part of the diagonal's lines, and of the others.
  void pack(const Node& node, Index turn, const StepPart& part) const {
    const Range now = plan_.steps.at(turn), rest = plan_.steps.rest(now);
    const Index unit = plan_.call.left() ? plan_.kernel.mr : plan_.kernel.nr;
    if (const Range own = split(now, part.width, unit, part.part); own.size() > 0) {
      const Index before = own.begin - now.begin;
      pack_diagonal(kernel_, problem_, own, now, node.at(node.layout.diagonal(turn)) + before * now.size(),
                    plan_.call.solves ? node.at(node.layout.inverse(turn)) + before : nullptr);
    }
    const Range mine = split(rest, part.width, unit, part.part);
    if (mine.size() > 0)
      pack_rest(kernel_, problem_, mine, now,
                node.at(node.layout.rest(turn)) + (mine.begin - rest.begin) * now.size());
  }

  void meet(const Node& node, Index turn, Index number, int thread) const {
    const RhsBlock& block = node.task.blocks[static_cast<std::size_t>(number)];
    RightHandSides<T> rhs{block.rhs, plan_.call.left(), problem_.b, problem_.ldb};
    const RightHandSides<T> home = rhs.from_block();
    if (block.buffered) {
      rhs = {block.rhs, rhs.left, node.at(node.layout.buffered(number)), buffered_leading(plan_)};
      if (turn == 0) fetch_rhs(home, plan_.call.order(), rhs);
    } else {
      rhs = home;
    }
    const auto interchange = [&](bool before) {
      problem_.interchanges.apply(before, plan_.call.m, rhs.range.size(), rhs.data, rhs.leading);
    };
    if (turn == 0) interchange(true);
    const Range now = plan_.steps.at(turn);
    const PackedStep<T> step{now,
                             plan_.steps.rest(now),
                             node.at(node.layout.diagonal(turn)),
                             node.at(node.layout.rest(turn)),
                             node.at(node.layout.inverse(turn)),
                             turn == 0};
    RhsWork<T>(plan_, problem_, kernel_, factor_, node.at(node.layout.rhs(thread))).meet(step, rhs);
    if (turn + 1 < plan_.steps.count()) return;
    interchange(false);
    if (block.buffered) return_rhs(rhs, plan_.call.order(), home);
  }

  const TrianglePlan& plan_;
  const TriangularProblem<T>& problem_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  std::deque<Node> nodes_;
};

}  // namespace numapack
