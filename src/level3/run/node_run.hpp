// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "level3/run/node_part.hpp"
#include "level3/run/tail_sharing.hpp"
#include "level3/run/turns.hpp"
#include "team/barriers/ticket_counter.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One node's part of a multiplication while it runs: the paper's Algorithm 1 from line 23 on, on that node's
/// team. Made by the caller before the region, worked at by every thread of the team, see NodeTask for the
/// nest of loops.
///
/// Dynamic schedule: threads take blocks of rows and groups of columns from a common list. A thread keeps
/// nothing from kc block to kc block, so nothing fixes who does what: with fixed shares all threads waited
/// for the one that lost its core (CL-171). Only a block of C must see its kc blocks in order. With its first
/// block a thread takes groups of columns of B that nobody has, packs each while it multiplies it, then
/// multiplies those that others packed: packing by all first, then multiplying, is slower (CL-175).
///
/// Fixed schedule: each thread has its part of the grid, and takes its blocks by itself. Where A is at home
/// each thread packs its own part of A; else the threads of a row share a block, so that A crosses once.
template <class T>
class NodeRun {
 public:
  NodeRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, WorkspacePool& workspaces,
          const Tracer& tracer, Patience patience = {})
      : part_(task, *task.panels(), problem, kernel, workspaces, tracer),
        patience_(patience),
        dynamic_(part_.algorithm.schedule == LoopSchedule::dynamic),
        owns_columns_(!dynamic_ && packs_own_columns(task, part_.algorithm)),
        groups_(owns_columns_ ? 0 : groups_of(part_)),
        turns_(turns_of(part_)),
        steps_(static_cast<std::size_t>(owns_columns_ ? 0 : part_.steps())),
        packed_(static_cast<std::size_t>(dynamic_ ? groups_ : 0)),
        mine_(dynamic_ ? static_cast<std::size_t>(groups_ * task.threads) : 0),
        kc_blocks_done_(dynamic_ ? turns_.front().blocks().size() : 0),
        tail_(part_, task.threads > 1 ? task.threads : 0, patience) {
    triangle_copies_.set_pieces(
        static_cast<std::uint32_t>(pieces_of(part_.triangle_a) + pieces_of(part_.triangle_b)));
    Index blocks = 0;
    for (const Turns& turns : turns_) blocks += turns.count() * (dynamic_ ? 1 : task.thread_grid.columns);
    for (Progress& step : steps_) {
      step.groups.set_pieces(static_cast<std::uint32_t>(groups_));
      step.blocks.set_pieces(static_cast<std::uint32_t>(blocks));
    }
    for (Index thread = 0; task.threads > 1 && thread < task.threads; ++thread)
      if (thread >= slot(thread, turns_of(thread).tail())) tail_.keep(thread);  // it has no block there
    if (part_.algorithm.shares_a)
      for (int row = 0; row < task.thread_grid.rows; ++row)
        row_barriers_.emplace_back(task.thread_grid.columns, patience);
  }
  NodeRun(const NodeRun&) = delete;  // the tail knows where the part is
  NodeRun& operator=(const NodeRun&) = delete;

  /// The whole part of one thread.
  void work(int thread) {
    copy_triangles(thread);
    PackedBlock packed;
    const Index steps = part_.steps();
    for (Index number = 0; number < steps; ++number) multiply(thread, part_.step(number), packed);
  }

 private:
  /// Before anything is packed: copies the stored triangle of symmetric operands, where the plan says so.
  void copy_triangles(int thread) {
    const Index of_a = pieces_of(part_.triangle_a);
    if (of_a + pieces_of(part_.triangle_b) == 0) return;
    for (int piece = triangle_copies_.take(); piece >= 0; piece = triangle_copies_.take()) {
      if (piece < of_a)
        part_.copy_triangle_of_a(thread, split(part_.triangle_a.square, of_a, 1, piece));
      else
        part_.copy_triangle_of_b(
            thread, split(part_.triangle_b.square, pieces_of(part_.triangle_b), 1, piece - of_a));
      triangle_copies_.finish();
    }
    triangle_copies_.wait(patience_);
  }
  /// Columns get shorter: enough to even out.
  Index pieces_of(const TriangleCopy<T>& triangle) const {
    return std::min(triangle.square.size(), Index{part_.task.threads} * 8);
  }

  /// How far the threads are with a step.
  struct Progress {
    TicketCounter groups, blocks;
  };

  /// Pieces of B to pack, a thread: enough to even out, few enough to read in long stretches.
  static constexpr Index groups_a_thread = 4;

  static Index groups_of(const NodePart<T>& part) {
    return std::min(Index{part.task.threads} * groups_a_thread,
                    divide_up(part.algorithm.jc_block, Index{part.kernel.shape.nr}));
  }
  /// One for all threads, or one for each row of the grid.
  static std::vector<Turns> turns_of(const NodePart<T>& part) {
    const NodeTask& task = part.task;
    std::vector<Turns> turns;
    if (part.algorithm.schedule == LoopSchedule::dynamic) {
      turns.emplace_back(part.row_blocks(task.rows, task.threads), task.threads, part.algorithm.side_by_side);
      return turns;
    }
    const int rows = task.thread_grid.rows;
    for (int row = 0; row < rows; ++row)
      turns.emplace_back(part.row_blocks(split(task.rows, rows, part.kernel.shape.mr, row), 1), 1, false);
    return turns;
  }

  Index row_of(Index thread) const { return divide(thread, part_.task.thread_grid.columns); }
  Index column_of(Index thread) const { return thread - row_of(thread) * part_.task.thread_grid.columns; }
  const Turns& turns_of(Index thread) const {
    return turns_[static_cast<std::size_t>(dynamic_ ? 0 : row_of(thread))];
  }
  Range columns_of_group(Range jc_block, Index group) const {
    return split(jc_block, groups_, part_.kernel.shape.nr, group);
  }
  EpochCounter& kc_blocks_done(const Turns& turns, Index turn) {
    return kc_blocks_done_[static_cast<std::size_t>(turns.block(turn))];
  }
  Progress& progress(Index step) { return steps_[static_cast<std::size_t>(step)]; }

  /// A thread's next turn after `last`; -1: none is left.
  Index take(const Turns& turns, const PanelPass& step, Index last) {
    if (dynamic_) return progress(step.number).blocks.take();
    return last + 1 < turns.count() ? last + 1 : -1;
  }

  void multiply(int thread, const PanelPass& step, PackedBlock& packed) {
    const NodeTask& task = part_.task;
    const Turns& turns = turns_of(thread);
    const Range columns =
        split(step.jc_block, task.thread_grid.columns, part_.kernel.shape.nr, column_of(thread));
    T* const panels_b = place_b(thread, step, columns.begin);
    const PackedColumns<T> near = has_rows_in_panels_of_b(part_.algorithm, part_.call)
                                      ? PackedColumns<T>{step.jc_block, panels_b}
                                      : PackedColumns<T>{};
    const bool shares_tail = step.last && task.threads > 1;
    bool packs_b = packs_b_by_use();
    for (Index turn = take(turns, step, -1), then = -1; turn >= 0; turn = then, packs_b = false) {
      const Range block = turns.rows(turn);
      const T* const panels_a = place_a(thread, block, columns, step.kc_block, packed, near);
      if (dynamic_) kc_blocks_done(turns, turn).wait_for(static_cast<std::uint32_t>(step.number), patience_);
      const bool packs_ahead = part_.algorithm.packs_ahead && !packs_b;
      then = packs_ahead ? take(turns, step, turn) : -1;
      const Index tail = shares_tail ? turns.in_tail(turn) : -1;
      const bool shared = tail >= 0 && !packs_b && then < 0;
      if (tail >= 0 && !shared) tail_.keep(slot(thread, tail));
      const auto timing =
          part_.timing(thread, packed, columns, !shared && (!packs_b || turns.tail() == turns.count()));
      const BlockWork<T> work{block, columns, step.jc_block, step.kc_block, panels_a, panels_b};
      if (packs_b)
        multiply_first(thread, step, work);
      else if (shared)
        tail_.multiply(thread, slot(thread, tail), work);
      else if (then >= 0)
        part_.multiply_and_pack_ahead(thread, work, turns.rows(then), turns.first_row(turns.following(then)),
                                      packed);
      else
        part_.multiply(thread, work,
                       {part_.next_block(turns.blocks(), turns.block(turns.following(turn)), step.kc_block)});
      if (dynamic_) kc_blocks_done(turns, turn).advance();
      if (!owns_columns_) progress(step.number).blocks.finish();
      if (!packs_ahead) then = take(turns, step, turn);
    }
    if (shares_tail) tail_.help(thread);
  }

  /// The number of a block among the last ones of all threads.
  Index slot(Index thread, Index in_tail) const { return dynamic_ ? in_tail : thread + in_tail; }

  /// Whether B is packed with its first use: by every thread's first block; or a static schedule's threads
  /// share columns, and pack all of it first.
  bool packs_b_by_use() const { return owns_columns_ || (dynamic_ && packs_as_it_goes(part_.algorithm)); }

  /// Where B[kc block, jc block] is, as if all of it were there; packed, unless that is done with its first
  /// use.
  T* place_b(int thread, const PanelPass& step, Index first_column) {
    const Index number = step.number;
    T* const panels = part_.at(part_.layout.b_offset(part_.layout.b_buffers > 1 ? number % 2 : 0));
    if (owns_columns_)
      return panels +
             own_panels_begin(part_.task, part_.algorithm, part_.problem.k, part_.kernel.shape,
                              column_of(thread)) -
             (first_column - step.jc_block.begin) * step.kc_block.size();
    // The buffer was last read by the multiplications of two steps ago.
    if (number >= 2) progress(number - 2).blocks.wait(patience_);
    if (packs_b_by_use()) return panels;
    TicketCounter& groups = progress(number).groups;
    for (int group = groups.take(); group >= 0; group = groups.take()) {
      part_.pack_b(thread, step.jc_block, columns_of_group(step.jc_block, group), step.kc_block, panels);
      groups.finish();
    }
    groups.wait(patience_);
    return panels;
  }

  /// Where A[block, kc block] is, packed if it is not there yet.
  const T* place_a(int thread, Range block, Range columns, Range kc_block, PackedBlock& packed,
                   const PackedColumns<T>& near) {
    const WorkspaceLayout& layout = part_.layout;
    if (!part_.algorithm.shares_a)
      return part_.place_own_block(thread, block, columns, kc_block, packed, near);
    // With two buffers in turn nobody can be more than one block behind.
    const bool replaced = packed.replace_by(block, kc_block);
    const Index row = row_of(thread), across = part_.task.thread_grid.columns;
    T* const panels = part_.at(layout.a_offset(row, layout.a_buffers > 1 ? packed.replaced % 2 : 0));
    if (replaced) {
      const Range mine = split(block, across, part_.kernel.shape.mr, column_of(thread));
      part_.pack_a(thread, block, mine, kc_block, panels);
      row_barriers_[static_cast<std::size_t>(row)].wait();
    }
    return panels;
  }

  /// A thread's first block of a step. A group of this step is taken only by those who saw a block of the
  /// step before finished, hence all its groups packed: one count a group does for all steps.
  void multiply_first(int thread, const PanelPass& step, BlockWork<T> work) {
    if (owns_columns_) return part_.multiply(thread, work, {}, true);
    TicketCounter& groups = progress(step.number).groups;
    char* const mine = mine_.data() + thread * groups_;  // of chars, which threads write next to each other
    std::fill_n(mine, groups_, false);
    for (int group = groups.take(); group >= 0; group = groups.take()) {
      work.columns = columns_of_group(step.jc_block, group);
      part_.multiply(thread, work, {}, true);
      packed_[static_cast<std::size_t>(group)].advance();
      mine[group] = true;
    }
    for (Index group = 0; group < groups_; ++group) {
      if (mine[group]) continue;
      packed_[static_cast<std::size_t>(group)].wait_for(static_cast<std::uint32_t>(step.number) + 1,
                                                        patience_);
      work.columns = columns_of_group(step.jc_block, group);
      part_.multiply(thread, work);
    }
  }

  const NodePart<T> part_;
  const Patience patience_;
  TicketCounter triangle_copies_;  ///< pieces of the copies
  const bool dynamic_;
  const bool owns_columns_;  ///< fixed: nobody else reads the columns of B that a thread packs
  const Index groups_;       ///< of columns of B, that all threads take; 0: each has its own
  const std::vector<Turns> turns_;
  std::vector<Progress> steps_;       ///< where columns are shared
  std::vector<EpochCounter> packed_;  ///< dynamic: of each group, in steps
  std::vector<char> mine_;            ///< dynamic: [thread][group]: whether the thread packed it in this step
  std::vector<EpochCounter> kc_blocks_done_;  ///< dynamic: of each block of rows, in steps
  TailSharing<T> tail_;                       ///< of the last step
  std::deque<Barrier> row_barriers_;          ///< where rows of the grid share blocks of A
};

}  // namespace numapack
