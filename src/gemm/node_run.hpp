#pragma once

#include <algorithm>
#include <deque>
#include <memory>

#include "gemm/pack_and_multiply.hpp"
#include "gemm/split.hpp"
#include "gemm/workspace_layout.hpp"
#include "kernel/write_out.hpp"
#include "runtime/workspace.hpp"
#include "team/claims.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One node's part of a multiplication while it runs: the paper's Algorithm 1 from line 23 on, on that node's
/// team. Made by the caller before the region, worked at by every thread of the team, see NodeTask for the
/// nest of loops.
template <class T>
class NodeRun {
 public:
  NodeRun(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel, WorkspacePool& workspaces,
          Patience patience = {})
      : task_(task),
        problem_(problem),
        kernel_(kernel),
        layout_(workspace_of(task, problem.shape(), kernel.shape)),
        lease_(workspaces, task.memory_node, layout_.total),
        patience_(patience) {
    if (task.thread_grid.columns > 1) {
      row_barriers_ = std::make_unique<std::deque<Barrier>>();
      for (int row = 0; row < task.thread_grid.rows; ++row)
        row_barriers_->emplace_back(task.thread_grid.columns, patience);
    } else if (task.threads > 1) {
      prepare_steps();
    }
  }

  /// The whole part of one thread.
  void work(const Seat& seat) {
    Index step = 0;
    Packed packed;
    for (Index j = task_.columns.begin; j < task_.columns.end; j += task_.column_chunk) {
      const Range chunk{j, std::min(j + task_.column_chunk, task_.columns.end)};
      for (Index p = 0; p < problem_.k; p += task_.slab, ++step) {
        const Range slab{p, std::min(p + task_.slab, problem_.k)};
        T* const panels_b = piece(layout_.b_offset(layout_.b_buffers > 1 ? step % 2 : 0));
        if (steps_)
          share_step(seat, step, chunk, slab, panels_b, packed);
        else
          divide_step(seat, chunk, slab, panels_b, packed);
      }
    }
  }

 private:
  /// The block of A in a thread's (or a thread row's) buffer: the same one again where there is only one.
  struct Packed {
    Range block{0, 0}, slab{0, 0};
    /// False if it is there already.
    bool replace_by(Range new_block, Range new_slab) {
      if (block == new_block && slab == new_slab) return false;
      block = new_block;
      slab = new_slab;
      return true;
    }
  };

  /// One slab and chunk while threads take groups of B's panels to pack, then blocks of rows to multiply.
  struct Step {
    Claims groups, blocks;
  };

  void prepare_steps() {
    group_ =
        round_up(divide_up(task_.column_chunk, Index{task_.threads} * groups_a_thread), kernel_.shape.nr);
    // As many blocks for each thread: with a small one left over, one thread had an eighth more to do than
    // another (Cascade Lake, two threads: n = 512 1.01, 768 1.07, 1024 1.02 of the rate).
    blocks_ = std::min(round_up(divide_up(task_.rows.size(), task_.blocking.mc), Index{task_.threads}),
                       divide_up(task_.rows.size(), Index{kernel_.shape.mr}));
    block_progress_ = std::make_unique<std::deque<GrowingCount>>(static_cast<std::size_t>(blocks_));
    steps_ = std::make_unique<std::deque<Step>>();
    for (Index j = task_.columns.begin; j < task_.columns.end; j += task_.column_chunk) {
      const Index width = std::min(task_.column_chunk, task_.columns.end - j);
      for (Index p = 0; p < problem_.k; p += task_.slab) {
        Step& step = steps_->emplace_back();
        step.groups.set_pieces(static_cast<std::uint32_t>(divide_up(width, group_)));
        step.blocks.set_pieces(static_cast<std::uint32_t>(blocks_));
      }
    }
  }

  /// Pieces of B to pack, a thread: enough to even out, few enough to read in long stretches.
  static constexpr Index groups_a_thread = 4;

  /// Threads in one column of the grid take what comes next: a thread keeps nothing from slab to slab, so
  /// nothing fixes who does what. With fixed shares everybody waited for whoever lost its core (on a virtual
  /// machine for milliseconds at a time). Only a block of C must see its slabs in order.
  void share_step(const Seat& seat, Index step, Range chunk, Range slab, T* panels_b, Packed& packed) {
    Step& now = (*steps_)[static_cast<std::size_t>(step)];
    // The buffer was last read by the multiplications of two steps ago.
    if (step >= 2) (*steps_)[static_cast<std::size_t>(step - 2)].blocks.wait(patience_);
    for (int group = now.groups.take(); group >= 0; group = now.groups.take()) {
      const Index begin = chunk.begin + group * group_;
      pack_b(chunk, {begin, std::min(begin + group_, chunk.end)}, slab, panels_b);
      now.groups.finish();
    }
    now.groups.wait(patience_);
    T* const panels_a = piece(layout_.a_offset(seat.thread));
    for (int taken = now.blocks.take(); taken >= 0; taken = now.blocks.take()) {
      const Range block = block_of_rows(taken);
      const Index after = taken + seat.threads;  // what this thread packs next, if the threads keep step
      if (packed.replace_by(block, slab)) pack_a(block, block, slab, panels_a);
      GrowingCount& slabs_done = (*block_progress_)[static_cast<std::size_t>(taken)];
      slabs_done.wait_for(static_cast<std::uint32_t>(step), patience_);
      multiply(seat, block, chunk, slab, chunk, panels_a, panels_b,
               after < blocks_ ? next_block(block_of_rows(after), slab.begin)
                               : next_block(block_of_rows(std::min(after - blocks_, blocks_ - 1)), slab.end));
      slabs_done.advance();
      now.blocks.finish();
    }
  }

  Range block_of_rows(Index number) const { return split(task_.rows, blocks_, kernel_.shape.mr, number); }

  /// Threads in several columns share blocks of A, row by row: each has its fixed part, and all pass the same
  /// barriers.
  void divide_step(const Seat& seat, Range chunk, Range slab, T* panels_b, Packed& packed) {
    const Place place = place_of(seat);
    const bool later = packs_as_it_goes();
    if (!later) pack_b(chunk, split(chunk, seat.threads, kernel_.shape.nr, seat.thread), slab, panels_b);
    // One barrier a slab: with two buffers nobody can be more than one slab behind.
    seat.wait_for_team();
    Index blocks = 0;
    for (Index i = place.rows.begin; i < place.rows.end; i += task_.blocking.mc, ++blocks) {
      const Range block{i, std::min(i + task_.blocking.mc, place.rows.end)};
      T* const panels_a = piece(layout_.a_offset(place.row, layout_.a_buffers > 1 ? blocks % 2 : 0));
      if (packed.replace_by(block, slab)) {
        pack_a(block, split(block, task_.thread_grid.columns, kernel_.shape.mr, place.column), slab,
               panels_a);
        if (place.barrier != nullptr) place.barrier->wait();
      }
      const Range mine = split(chunk, task_.thread_grid.columns, kernel_.shape.nr, place.column);
      if (later && blocks == 0)
        pack_and_multiply(kernel_, problem_, block.size(), chunk, slab, panels_a, panels_b, problem_.alpha,
                          slab.begin == 0 ? problem_.beta : T{1},
                          problem_.c + block.begin + chunk.begin * problem_.ldc, problem_.ldc);
      else
        multiply(
            seat, block, mine, slab, chunk, panels_a, panels_b,
            block.end < place.rows.end
                ? next_block({block.end, std::min(block.end + task_.blocking.mc, place.rows.end)}, slab.begin)
                : next_block({place.rows.begin, place.rows.begin + block.size()}, slab.end));
    }
  }

  /// A thread alone packs each panel of B just before its first use, see pack_and_multiply().
  bool packs_as_it_goes() const {
    return task_.threads == 1 && task_.slab <= task_.blocking.kc && !task_.finish_c &&
           !transposes(problem_.trans_b);
  }

  /// A thread's seat in the node's grid of threads.
  struct Place {
    int row, column;
    Range rows;
    Barrier* barrier;  ///< of the thread row, or null if it has one thread
  };

  Place place_of(const Seat& seat) {
    const int row = static_cast<int>(divide(seat.thread, task_.thread_grid.columns));
    return {row, seat.thread - row * task_.thread_grid.columns,
            split(task_.rows, task_.thread_grid.rows, kernel_.shape.mr, row),
            row_barriers_ ? &(*row_barriers_)[static_cast<std::size_t>(row)] : nullptr};
  }

  T* piece(std::size_t offset) const {
    return reinterpret_cast<T*>(static_cast<char*>(lease_.data()) + offset);
  }

  /// Some columns of op(B)[slab, chunk], straight from where they live. Each kc of the slab is a piece of its
  /// own.
  void pack_b(Range chunk, Range mine, Range slab, T* panels) const {
    const Index width = round_up(chunk.size(), kernel_.shape.nr);
    if (mine.size() <= 0) return;
    for (Index p = slab.begin; p < slab.end; p += task_.blocking.kc) {
      const Index depth = std::min(task_.blocking.kc, slab.end - p);
      kernel_.pack_b(source_of_b(problem_, mine.begin, p), mine.size(), depth,
                     panels + (p - slab.begin) * width + (mine.begin - chunk.begin) * depth);
    }
  }

  /// Some rows of op(A)[block, slab].
  void pack_a(Range block, Range mine, Range slab, T* panels) const {
    const Index width = round_up(block.size(), kernel_.shape.mr);
    if (mine.size() <= 0) return;
    for (Index p = slab.begin; p < slab.end; p += task_.blocking.kc) {
      const Index depth = std::min(task_.blocking.kc, slab.end - p);
      kernel_.pack_a(source_of_a(problem_, mine.begin, p), mine.size(), depth,
                     panels + (p - slab.begin) * width + (mine.begin - block.begin) * depth);
    }
  }

  /// C[block, mine] += A[block, slab] B[slab, mine], nc columns at a time: straight into C, or in this
  /// thread's buffer until the block is finished.
  void multiply(const Seat& seat, Range block, Range mine, Range slab, Range chunk, const T* panels_a,
                const T* panels_b, const NextBlock<T>& next) const {
    const Index width_a = round_up(block.size(), kernel_.shape.mr);
    const Index width_b = round_up(chunk.size(), kernel_.shape.nr);
    for (Index j = mine.begin; j < mine.end; j += task_.blocking.nc) {
      const Index columns = std::min(task_.blocking.nc, mine.end - j);
      T* const home = problem_.c + block.begin + j * problem_.ldc;
      T* const c = task_.finish_c ? piece(layout_.c_offset(seat.thread)) : home;
      const Index ldc = task_.finish_c ? width_a : problem_.ldc;
      if (task_.finish_c && (slab.begin > 0 || problem_.beta != T{0}))
        copy_block(block.size(), columns, home, problem_.ldc, c, ldc);
      for (Index p = slab.begin; p < slab.end; p += task_.blocking.kc) {
        const Index depth = std::min(task_.blocking.kc, slab.end - p);
        macro_kernel(kernel_, block.size(), columns, depth, panels_a + (p - slab.begin) * width_a,
                     panels_b + (p - slab.begin) * width_b + (j - chunk.begin) * depth, problem_.alpha,
                     p == 0 ? problem_.beta : T{1}, c, ldc, next);
      }
      if (task_.streams_c)
        write_out(block.size(), columns, c, ldc, home, problem_.ldc);
      else if (task_.finish_c)
        copy_block(block.size(), columns, c, ldc, home, problem_.ldc);
    }
  }

  /// These rows of A from this step of K on, to be asked for, if there is room.
  NextBlock<T> next_block(Range rows, Index step) const {
    if (!task_.asks_for_a || step >= problem_.k) return {};
    return {problem_.a + rows.begin + step * problem_.lda, problem_.lda, rows.size(),
            std::min(task_.slab, problem_.k - step)};
  }

  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const WorkspaceLayout layout_;
  const WorkspacePool::Lease lease_;
  const Patience patience_;
  Index group_ = 0;                          ///< columns of B in a piece of packing
  Index blocks_ = 0;                         ///< of rows, for the threads to take
  std::unique_ptr<std::deque<Step>> steps_;  ///< null for one thread and for a grid of several columns
  std::unique_ptr<std::deque<GrowingCount>> block_progress_;  ///< of each block of rows, in steps
  std::unique_ptr<std::deque<Barrier>> row_barriers_;         ///< null where every thread packs A for itself
};

}  // namespace numapack
