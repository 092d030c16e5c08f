// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <vector>

#include "level3/run/macro_kernel.hpp"
#include "runtime/workspace.hpp"
#include "team/barriers/ticket_counter.hpp"
#include "team/teams.hpp"
#include "triangle/line_work.hpp"
#include "triangle/packed_triangle.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// A trmm or trsm while it runs. Made by the caller before the region, worked at by every thread of every
/// node that takes part; nodes share nothing. At each step the threads of a node pack what the step needs of
/// the triangle together, then take blocks of lines as they come; a block sees the steps in order. Nobody
/// waits for more than that: the next step is packed while blocks of this one are still worked at.
template <class T>
class TriangleRun {
 public:
  /// Keeps references. Leases every task's workspace: Error(out_of_memory) before anything is written.
  TriangleRun(const TrianglePlan& plan, const TriangularProblem<T>& problem, const Kernel<T>& kernel,
              const FactorKernel<T>& factor, WorkspacePool& workspaces, Patience patience = {})
      : plan_(plan), problem_(problem), kernel_(kernel), factor_(factor), patience_(patience) {
    for (const TriangleTask& task : plan.tasks) nodes_.emplace_back(plan, task, workspaces);
  }

  /// The whole part of one thread of a task's node.
  void work(int task, int thread) {
    Node& node = nodes_[static_cast<std::size_t>(task)];
    const Index steps = plan_.steps.count();
    if (plan_.resident) {
      for (Index turn = 0; turn < steps; ++turn) pack(node, turn);
      for (Progress& step : node.steps) step.packs.wait(patience_);
      for_each_block(node, 0, [&](Index block) {
        for (Index turn = 0; turn < steps; ++turn) meet(node, turn, block, thread);
      });
      return;
    }
    for (Index turn = 0; turn < steps; ++turn) {
      pack(node, turn);
      node.steps[static_cast<std::size_t>(turn)].packs.wait(patience_);
      for_each_block(node, turn, [&](Index block) {
        EpochCounter& met = node.met[static_cast<std::size_t>(block)];
        met.wait_for(static_cast<std::uint32_t>(turn), patience_);
        meet(node, turn, block, thread);
        met.advance();
      });
    }
  }

 private:
  struct Progress {
    TicketCounter packs, blocks;
  };
  struct Node {
    Node(const TrianglePlan& plan, const TriangleTask& task_, WorkspacePool& workspaces)
        : task(task_),
          layout(triangle_workspace_of(plan, task_)),
          lease(workspaces, task_.memory_node, layout.total),
          steps(static_cast<std::size_t>(plan.steps.count())),
          met(task_.blocks.size()) {
      for (Index turn = 0; turn < plan.steps.count(); ++turn) {
        Progress& progress = steps[static_cast<std::size_t>(turn)];
        const Index rest = plan.steps.rest(plan.steps.at(turn)).size();
        const Index unit = plan.call.left() ? plan.kernel.mr : plan.kernel.nr;
        pieces.push_back(rest == 0 ? 0 : std::min(pieces_a_thread * task.threads, divide_up(rest, unit)));
        progress.packs.set_pieces(static_cast<std::uint32_t>(1 + pieces.back()));
        progress.blocks.set_pieces(static_cast<std::uint32_t>(task.blocks.size()));
      }
    }
    T* at(std::size_t offset) const {
      return reinterpret_cast<T*>(static_cast<char*>(lease.data()) + offset);
    }

    const TriangleTask& task;
    const TriangleWorkspace layout;
    const WorkspacePool::Lease lease;
    std::vector<Progress> steps;
    std::vector<Index> pieces;      ///< of each step's rest, to pack
    std::vector<EpochCounter> met;  ///< of each block: steps that it has met
  };
  /// Enough to even out.
  static constexpr Index pieces_a_thread = 4;

  /// As they come.
  template <class Each>
  static void for_each_block(Node& node, Index turn, const Each& each) {
    TicketCounter& blocks = node.steps[static_cast<std::size_t>(turn)].blocks;
    for (int piece = blocks.take(); piece >= 0; piece = blocks.take()) {
      each(piece);
      blocks.finish();
    }
  }

  /// What a step needs of the triangle, by all threads of a node together.
  void pack(Node& node, Index turn) {
    Progress& progress = node.steps[static_cast<std::size_t>(turn)];
    const Range now = plan_.steps.at(turn), rest = plan_.steps.rest(now);
    const Index unit = plan_.call.left() ? plan_.kernel.mr : plan_.kernel.nr;
    const Index pieces = node.pieces[static_cast<std::size_t>(turn)];
    for (int piece = progress.packs.take(); piece >= 0; piece = progress.packs.take()) {
      // Whoever reads what the buffer held before is at an earlier step.
      if (turn >= node.layout.buffers)
        node.steps[static_cast<std::size_t>(turn - node.layout.buffers)].blocks.wait(patience_);
      if (piece == 0) {
        pack_diagonal(kernel_, problem_, now, node.at(node.layout.diagonal(turn)),
                      plan_.call.solves ? node.at(node.layout.inverse(turn)) : nullptr);
      } else {
        const Range mine = split(rest, pieces, unit, piece - 1);
        if (mine.size() > 0)
          pack_rest(kernel_, problem_, mine, now,
                    node.at(node.layout.rest(turn)) + (mine.begin - rest.begin) * now.size());
      }
      progress.packs.finish();
    }
  }

  void meet(Node& node, Index turn, Index piece, int thread) {
    const LineBlock& block = node.task.blocks[static_cast<std::size_t>(piece)];
    Lines<T> lines{block.lines, plan_.call.left(), problem_.b, problem_.ldb};
    const Lines<T> home = lines.from_block();
    if (block.buffered) {
      lines = {block.lines, lines.left, node.at(node.layout.buffered(piece)), buffered_leading(plan_)};
      if (turn == 0) fetch_lines(home, plan_.call.order(), lines);
    } else {
      lines = home;
    }
    const Range now = plan_.steps.at(turn);
    const PackedStep<T> step{now,
                             plan_.steps.rest(now),
                             node.at(node.layout.diagonal(turn)),
                             node.at(node.layout.rest(turn)),
                             node.at(node.layout.inverse(turn)),
                             turn == 0};
    LineWork<T>(plan_, problem_, kernel_, factor_, node.at(node.layout.lines(thread))).meet(step, lines);
    if (block.buffered && turn + 1 == plan_.steps.count()) return_lines(lines, plan_.call.order(), home);
  }

  const TrianglePlan& plan_;
  const TriangularProblem<T>& problem_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  const Patience patience_;
  std::deque<Node> nodes_;
};

}  // namespace numapack
