// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

#include "team/barriers/barrier.hpp"

namespace numapack {

/// A count that only grows, and a place to wait for it.
class EpochCounter {
 public:
  /// One more; what was written before is visible to those who wait for it.
  void advance();

  /// True if the count is at least `count`, which is less than 2^31 away from it: it may run over. What was
  /// written before is visible then.
  bool reached(std::uint32_t count) const {
    return static_cast<std::int32_t>(count_.load(std::memory_order_acquire) - count) >= 0;
  }

  /// Returns when the count is at least `count`. Spins first, then sleeps on a futex.
  void wait_for(std::uint32_t count, Patience patience);

 private:
  alignas(64) std::atomic<std::uint32_t> count_{0};
  std::atomic<std::uint32_t> sleepers_{0};
};

/// Numbered pieces of work that free threads take, and a place to wait until all are done: a barrier for work
/// rather than for threads. A thread whose core is taken away for a while holds up the others by one piece,
/// not by its whole share. Used once. Each piece is taken and finished once.
class TicketCounter {
 public:
  /// Before anybody takes.
  void set_pieces(std::uint32_t pieces) { pieces_ = pieces; }

  /// The number of a piece that nobody has, or -1: all are taken.
  int take() {
    const std::uint32_t piece = taken_.fetch_add(1, std::memory_order_relaxed);
    return piece < pieces_ ? static_cast<int>(piece) : -1;
  }

  /// One piece is done; what was written for it is visible to those who wait.
  void finish() { done_.advance(); }

  /// Returns when all pieces are done.
  void wait(Patience patience) { done_.wait_for(pieces_, patience); }

 private:
  alignas(64) std::atomic<std::uint32_t> taken_{0};
  std::uint32_t pieces_ = 0;
  EpochCounter done_;
};

}  // namespace numapack
