// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/integer.hpp"
#include "base/range.hpp"

namespace numapack {

/// Blocks of rows of C in the turns in which some threads take them: all threads of a node (a dynamic
/// schedule), or one thread by itself (a static one). Turns beyond a kc block's are blocks of the next one.
class Turns {
 public:
  /// `side_by_side`: blocks of a thread lie one behind the other if the threads keep step: where blocks of
  /// two threads meet, the processor's prefetchers take C's lines away from the other core (CL-183, Z4-058).
  Turns(std::vector<Range> blocks, Index threads, bool side_by_side)
      : blocks_(std::move(blocks)), threads_(threads), side_by_side_(side_by_side) {}

  const std::vector<Range>& blocks() const { return blocks_; }
  Index count() const { return static_cast<Index>(blocks_.size()); }
  Range rows(Index turn) const { return blocks_[static_cast<std::size_t>(block(turn))]; }

  /// The number of a turn's block.
  Index block(Index turn) const {
    if (!side_by_side_) return turn;
    const Index each = divide(count(), threads_), kc_block = divide(turn, count());
    const Index here = turn - kc_block * count(), round = divide(here, threads_);
    if (round >= each) return turn;  // those that are left over come last
    return kc_block * count() + (here - round * threads_) * each + round;
  }

  /// A thread's turn after this one, if the threads keep step.
  Index following(Index turn) const { return turn + threads_; }

  /// The row that a turn's block begins with, if it is of the same kc block.
  std::optional<Index> first_row(Index turn) const {
    return turn < count() ? std::optional(rows(turn).begin) : std::nullopt;
  }

  /// Which of the last turns it is, of which there are at most one a thread; -1: none.
  Index in_tail(Index turn) const { return std::max<Index>(-1, turn - count() + tail()); }
  Index tail() const { return std::min(threads_, count()); }

 private:
  std::vector<Range> blocks_;
  Index threads_;
  bool side_by_side_;
};

}  // namespace numapack
