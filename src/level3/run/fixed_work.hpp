// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "level3/run/node_part.hpp"
#include "level3/run/tail_sharing.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Threads in several columns of the grid, or one alone: each has its fixed part of C. Where A is at home
/// each packs what it needs of it for itself; else the threads of a row share a block, so that A crosses
/// once.
template <class T>
class FixedWork {
 public:
  FixedWork(const NodePart<T>& part, Patience patience)
      : part_(part), last_(part, part.task.threads, patience) {
    const int thread_rows = part.task.thread_grid.rows;
    for (int row = 0; row < thread_rows; ++row)
      blocks_.push_back(part.row_blocks(split(part.task.rows, thread_rows, part.kernel.shape.mr, row), 1));
    if (!part.way.shares_a) return;
    for (int row = 0; row < thread_rows; ++row)
      row_barriers_.emplace_back(part.task.thread_grid.columns, patience);
  }

  /// One slab and chunk.
  void step(const Seat& seat, Index number, Range chunk, Range slab, PackedBlock& packed) {
    const NodeTask& task = part_.task;
    const Grid grid = task.thread_grid;
    const Index row = divide(seat.thread, grid.columns), column = seat.thread - row * grid.columns;
    const std::vector<Range>& blocks = blocks_[static_cast<std::size_t>(row)];
    const Range mine = columns_of(chunk, column);
    T* const panels_b = place_b(seat, number, chunk, slab, column);
    const auto count = static_cast<Index>(blocks.size());
    const bool helps = seat.threads > 1 && part_.is_last(chunk, slab);
    if (helps && count == 0) last_.keep(seat.thread);
    const auto block_of = [&](Index which) { return blocks[static_cast<std::size_t>(which)]; };
    for (Index following = 1; following <= count; ++following) {
      const Range block = block_of(following - 1);
      T* const panels_a = place_a(seat, block, slab, row, column, packed);
      const bool first = packs_own_columns(task, part_.way) && following == 1;
      const bool last = helps && following == count, shares = last && !first;
      if (last && !shares) last_.keep(seat.thread);
      const auto timing = part_.timing(seat.thread, packed, mine, !shares && (!first || count == 1));
      if (first)
        part_.multiply_first(seat.thread, block, mine, slab, chunk, panels_a, panels_b);
      else if (shares)
        last_.multiply(seat, seat.thread, {block, mine, slab, chunk, panels_a, panels_b});
      else if (part_.way.packs_ahead && following < count)
        part_.multiply_before(
            seat.thread, block_of(following),
            following + 1 < count ? std::optional(block_of(following + 1).begin) : std::nullopt, mine, slab,
            chunk, panels_b, packed);
      else
        part_.multiply(seat.thread, block, mine, slab, chunk, panels_a, panels_b,
                       part_.next_block(blocks, following, slab));
    }
    if (helps) last_.help(seat);
  }

 private:
  Range columns_of(Range chunk, Index column) const {
    return split(chunk, part_.task.thread_grid.columns, part_.kernel.shape.nr, column);
  }

  /// Where B[slab, chunk] is, as if all of it were there. All threads pack it together, unless each packs its
  /// own columns later.
  T* place_b(const Seat& seat, Index number, Range chunk, Range slab, Index column) const {
    T* const panels = part_.at(part_.layout.b_offset(part_.layout.b_buffers > 1 ? number % 2 : 0));
    if (packs_own_columns(part_.task, part_.way)) {
      const Index skipped = (columns_of(chunk, column).begin - chunk.begin) * slab.size();
      return panels + own_panels_begin(part_.task, part_.way, part_.problem.k, part_.kernel.shape, column) -
             skipped;
    }
    part_.pack_b(seat.thread, chunk, split(chunk, seat.threads, part_.kernel.shape.nr, seat.thread), slab,
                 panels);
    // One barrier a slab: with two buffers nobody can be more than one slab behind.
    seat.wait_for_team();
    return panels;
  }

  /// Where A[block, slab] is, packed if it is not there yet.
  T* place_a(const Seat& seat, Range block, Range slab, Index row, Index column, PackedBlock& packed) {
    const WorkspaceLayout& layout = part_.layout;
    if (!part_.way.shares_a) return part_.place_own_block(seat.thread, block, slab, packed);
    // With two buffers in turn nobody can be more than one block behind.
    const bool replaced = packed.replace_by(block, slab);
    T* const panels = part_.at(layout.a_offset(row, layout.a_buffers > 1 ? packed.replaced % 2 : 0));
    if (replaced) {
      const Index columns = part_.task.thread_grid.columns;
      part_.pack_a(seat.thread, block, split(block, columns, part_.kernel.shape.mr, column), slab, panels);
      row_barriers_[static_cast<std::size_t>(row)].wait();
    }
    return panels;
  }

  const NodePart<T>& part_;
  std::vector<std::vector<Range>> blocks_;  ///< of each thread row
  std::deque<Barrier> row_barriers_;        ///< where thread rows share blocks of A
  TailSharing<T> last_;
};

}  // namespace numapack
