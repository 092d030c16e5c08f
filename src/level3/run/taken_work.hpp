// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "level3/run/node_part.hpp"
#include "level3/run/tail_sharing.hpp"
#include "team/claims.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Threads in one column of the grid take what comes next: a thread keeps nothing from slab to slab, so
/// nothing fixes who does what. With fixed shares everybody waited for whoever lost its core (CL-171). Only a
/// block of C must see its slabs in order.
///
/// With its first block of rows a thread takes groups of columns of B that nobody has, packs each while it
/// multiplies it, then multiplies those that others packed: packing by all first, then multiplying, is slower
/// (CL-175).
template <class T>
class TakenWork {
 public:
  TakenWork(const NodePart<T>& part, Patience patience)
      : part_(part),
        patience_(patience),
        blocks_(part.row_blocks(part.task.rows, part.task.threads)),
        last_(part, std::min(Index{part.task.threads}, block_count()), patience) {
    const NodeTask& task = part.task;
    const KernelShape& shape = part.kernel.shape;
    groups_ =
        std::min(Index{task.threads} * groups_a_thread, divide_up(part.way.column_chunk, Index{shape.nr}));
    packed_.resize(static_cast<std::size_t>(groups_));
    mine_.resize(static_cast<std::size_t>(groups_ * task.threads));
    slabs_done_.resize(blocks_.size());
    for_each_step(task, part.way, part.problem.k, [&](Index, Range, Range) {
      Step& step = steps_.emplace_back();
      step.groups.set_pieces(static_cast<std::uint32_t>(groups_));
      step.blocks.set_pieces(static_cast<std::uint32_t>(blocks_.size()));
    });
  }

  /// One slab and chunk.
  void step(const Seat& seat, Index number, Range chunk, Range slab, PackedBlock& packed) {
    Step& now = steps_[static_cast<std::size_t>(number)];
    T* const panels_b = part_.at(part_.layout.b_offset(part_.layout.b_buffers > 1 ? number % 2 : 0));
    // The buffer was last read by the multiplications of two steps ago.
    if (number >= 2) steps_[static_cast<std::size_t>(number - 2)].blocks.wait(patience_);
    const bool is_last = part_.is_last(chunk, slab);
    bool first = packs_as_it_goes(part_.way);
    if (!first) pack_groups(seat, now, chunk, slab, panels_b);
    for (int taken = now.blocks.take(), then = -1; taken >= 0; taken = then, first = false) {
      const auto number_of_block = static_cast<std::size_t>(block_of_turn(taken));
      const Range block = blocks_[number_of_block];
      const T* const panels_a = part_.place_own_block(seat.thread, block, slab, packed);
      GrowingCount& slabs_done = slabs_done_[number_of_block];
      slabs_done.wait_for(static_cast<std::uint32_t>(number), patience_);
      const bool packs_ahead = part_.way.packs_ahead && !first;
      then = packs_ahead ? now.blocks.take() : -1;
      const Index last = is_last ? taken - (block_count() - last_.count()) : -1;
      const bool shares = last >= 0 && !first && then < 0;
      if (last >= 0 && !shares) last_.keep(last);
      const auto timing =
          part_.timing(seat.thread, packed, chunk, !shares && (!first || block_count() <= seat.threads));
      if (first) {
        multiply_groups(seat, number, block, slab, chunk, panels_a, panels_b);
      } else if (shares) {
        last_.multiply(seat, last, {block, chunk, slab, chunk, panels_a, panels_b});
      } else if (then >= 0) {
        part_.multiply_before(seat.thread, blocks_[static_cast<std::size_t>(block_of_turn(then))],
                              first_row_of_turn(then + seat.threads), chunk, slab, chunk, panels_b, packed);
      } else {
        const Index after = taken + seat.threads;  // this thread's next turn, if the threads keep step
        part_.multiply(seat.thread, block, chunk, slab, chunk, panels_a, panels_b,
                       part_.next_block(blocks_, block_of_turn(after), slab));
      }
      slabs_done.advance();
      now.blocks.finish();
      if (!packs_ahead) then = now.blocks.take();
    }
    if (is_last) last_.help(seat);
  }

 private:
  struct Step {
    Claims groups, blocks;
  };

  /// Pieces of B to pack, a thread: enough to even out, few enough to read in long stretches.
  static constexpr Index groups_a_thread = 4;

  /// Blocks are taken in turns. Those of a tall product, or on some cores of any, in such an order that a
  /// thread's own lie one behind the other if the threads keep step: where blocks of two threads meet, the
  /// processor's prefetchers take C's lines away from the other core (CL-183, Z4-058). Turns beyond a slab's
  /// are blocks of the next one.
  Index block_of_turn(Index turn) const {
    if (!part_.way.side_by_side) return turn;
    const Index threads = part_.task.threads, blocks = block_count(), each = divide(blocks, threads);
    const Index slab = divide(turn, blocks), here = turn - slab * blocks, round = divide(here, threads);
    if (round >= each) return turn;  // those that are left over come last
    return slab * blocks + (here - round * threads) * each + round;
  }
  /// Of the same slab.
  std::optional<Index> first_row_of_turn(Index turn) const {
    if (turn >= block_count()) return std::nullopt;
    return blocks_[static_cast<std::size_t>(block_of_turn(turn))].begin;
  }
  Index block_count() const { return static_cast<Index>(blocks_.size()); }

  Range columns_of(Range chunk, Index group) const {
    return split(chunk, groups_, part_.kernel.shape.nr, group);
  }

  /// All of B[slab, chunk], by all threads.
  void pack_groups(const Seat& seat, Step& now, Range chunk, Range slab, T* panels_b) {
    for (int group = now.groups.take(); group >= 0; group = now.groups.take()) {
      part_.pack_b(seat.thread, chunk, columns_of(chunk, group), slab, panels_b);
      now.groups.finish();
    }
    now.groups.wait(patience_);
  }

  /// A thread's first block of a step. A group of this step is taken only by those who saw a block of the
  /// step before finished, hence all its groups packed: one count a group does for all steps.
  void multiply_groups(const Seat& seat, Index number, Range block, Range slab, Range chunk,
                       const T* panels_a, T* panels_b) {
    Step& now = steps_[static_cast<std::size_t>(number)];
    char* const mine =
        mine_.data() + seat.thread * groups_;  // of chars, which threads write next to each other
    std::fill_n(mine, groups_, false);
    for (int group = now.groups.take(); group >= 0; group = now.groups.take()) {
      part_.multiply_first(seat.thread, block, columns_of(chunk, group), slab, chunk, panels_a, panels_b);
      packed_[static_cast<std::size_t>(group)].advance();
      mine[group] = true;
    }
    for (Index group = 0; group < groups_; ++group) {
      if (mine[group]) continue;
      packed_[static_cast<std::size_t>(group)].wait_for(static_cast<std::uint32_t>(number) + 1, patience_);
      part_.multiply(seat.thread, block, columns_of(chunk, group), slab, chunk, panels_a, panels_b);
    }
  }

  const NodePart<T>& part_;
  const Patience patience_;
  const std::vector<Range> blocks_;  ///< of rows, for the threads to take
  Index groups_ = 0;                 ///< of columns, likewise
  std::deque<Step> steps_;
  std::deque<GrowingCount> packed_;      ///< of each group, in steps
  std::vector<char> mine_;               ///< [thread][group]: whether the thread packed it in this step
  std::deque<GrowingCount> slabs_done_;  ///< of each block of rows, in steps
  TailSharing<T> last_;                  ///< of the last step
};

}  // namespace numapack
