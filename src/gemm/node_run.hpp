#pragma once

#include <algorithm>
#include <deque>
#include <memory>

#include "gemm/macro_kernel.hpp"
#include "gemm/split.hpp"
#include "gemm/workspace_layout.hpp"
#include "runtime/workspace.hpp"
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
        lease_(workspaces, task.memory_node, layout_.total) {
    if (task.thread_grid.columns < 2) return;
    row_barriers_ = std::make_unique<std::deque<Barrier>>();
    for (int row = 0; row < task.thread_grid.rows; ++row)
      row_barriers_->emplace_back(task.thread_grid.columns, patience);
  }

  /// The whole part of one thread. Every thread of the team passes the same barriers, whatever it has to do.
  void work(const Seat& seat) {
    const Place place = place_of(seat);
    Index parity = 0, blocks = 0;
    for (Index j = task_.columns.begin; j < task_.columns.end; j += task_.column_chunk) {
      const Range chunk{j, std::min(j + task_.column_chunk, task_.columns.end)};
      for (Index p = 0; p < problem_.k; p += task_.slab, ++parity) {
        const Range slab{p, std::min(p + task_.slab, problem_.k)};
        T* const panels_b = piece(layout_.b_offset(layout_.b_buffers > 1 ? parity % 2 : 0));
        pack_b(chunk, slab, seat.thread, seat.threads, panels_b);
        // One barrier a slab: with two buffers nobody can be more than one slab behind.
        seat.team_barrier->wait();
        for (Index i = place.rows.begin; i < place.rows.end; i += task_.blocking.mc, ++blocks) {
          const Range block{i, std::min(i + task_.blocking.mc, place.rows.end)};
          T* const panels_a = piece(layout_.a_offset(place.row, layout_.a_buffers > 1 ? blocks % 2 : 0));
          pack_a(block, slab, place.column, panels_a);
          if (place.barrier != nullptr) place.barrier->wait();
          const Range mine = split(chunk, task_.thread_grid.columns, kernel_.shape.nr, place.column);
          multiply(block, mine, slab, chunk, panels_a, panels_b, piece(layout_.c_offset(seat.thread)));
        }
      }
    }
  }

 private:
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

  /// My share of op(B)[slab, chunk], straight from where it lives. Each kc of the slab is a piece of its own.
  void pack_b(Range chunk, Range slab, int thread, int threads, T* panels) const {
    const Index nr = kernel_.shape.nr, width = round_up(chunk.size(), nr);
    const Range mine = split(chunk, threads, nr, thread);
    if (mine.size() <= 0) return;
    const bool turned = transposes(problem_.trans_b);
    PackSource<T> source{nullptr, turned ? Index{1} : problem_.ldb, turned ? problem_.ldb : Index{1},
                         conjugates(problem_.trans_b)};
    for (Index p = slab.begin; p < slab.end; p += task_.blocking.kc) {
      const Index depth = std::min(task_.blocking.kc, slab.end - p);
      source.data = problem_.b + mine.begin * source.along + p * source.step;
      kernel_.pack_b(source, mine.size(), depth,
                     panels + (p - slab.begin) * width + (mine.begin - chunk.begin) * depth);
    }
  }

  /// My share, within my row of threads, of op(A)[block, slab].
  void pack_a(Range block, Range slab, int column, T* panels) const {
    const Index mr = kernel_.shape.mr, width = round_up(block.size(), mr);
    const Range mine = split(block, task_.thread_grid.columns, mr, column);
    if (mine.size() <= 0) return;
    const bool turned = transposes(problem_.trans_a);
    PackSource<T> source{nullptr, turned ? problem_.lda : Index{1}, turned ? Index{1} : problem_.lda,
                         conjugates(problem_.trans_a)};
    for (Index p = slab.begin; p < slab.end; p += task_.blocking.kc) {
      const Index depth = std::min(task_.blocking.kc, slab.end - p);
      source.data = problem_.a + mine.begin * source.along + p * source.step;
      kernel_.pack_a(source, mine.size(), depth,
                     panels + (p - slab.begin) * width + (mine.begin - block.begin) * depth);
    }
  }

  /// C[block, mine] += A[block, slab] B[slab, mine], nc columns at a time, in C itself or in a local copy of
  /// the block: the same operations in the same order on either, so the bits do not depend on where C lives.
  void multiply(Range block, Range mine, Range slab, Range chunk, const T* panels_a, const T* panels_b,
                T* copy) const {
    const Index width_a = round_up(block.size(), kernel_.shape.mr);
    const Index width_b = round_up(chunk.size(), kernel_.shape.nr);
    for (Index j = mine.begin; j < mine.end; j += task_.blocking.nc) {
      const Index columns = std::min(task_.blocking.nc, mine.end - j);
      T* const home = problem_.c + block.begin + j * problem_.ldc;
      T* const c = task_.localise_c ? copy : home;
      const Index ldc = task_.localise_c ? width_a : problem_.ldc;
      const T first_beta = slab.begin == 0 ? problem_.beta : T{1};
      if (task_.localise_c && first_beta != T{0})
        copy_block(home, problem_.ldc, c, ldc, block.size(), columns);
      for (Index p = slab.begin; p < slab.end; p += task_.blocking.kc) {
        const Index depth = std::min(task_.blocking.kc, slab.end - p);
        macro_kernel(kernel_, block.size(), columns, depth, panels_a + (p - slab.begin) * width_a,
                     panels_b + (p - slab.begin) * width_b + (j - chunk.begin) * depth, problem_.alpha,
                     p == slab.begin ? first_beta : T{1}, c, ldc);
      }
      if (task_.localise_c) copy_block(c, ldc, home, problem_.ldc, block.size(), columns);
    }
  }

  static void copy_block(const T* from, Index from_leading, T* to, Index to_leading, Index rows,
                         Index columns) {
    for (Index j = 0; j < columns; ++j) std::copy_n(from + j * from_leading, rows, to + j * to_leading);
  }

  const NodeTask& task_;
  const Problem<T>& problem_;
  const Kernel<T>& kernel_;
  const WorkspaceLayout layout_;
  const WorkspacePool::Lease lease_;
  std::unique_ptr<std::deque<Barrier>> row_barriers_;  ///< null where every thread packs A for itself
};

}  // namespace numapack
