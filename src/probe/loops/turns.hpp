// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

namespace numapack::probe {

// Two threads that hand a line over and back. Each calls with its own number, 0 or 1, at the same time.

using Word = std::atomic<std::uint32_t>;

/// Both change one word, 0 at first; each waits until the other has.
inline void swap_turns(Word& word, int thread, int turns) {
  const auto mine = static_cast<std::uint32_t>(thread), others = 1 - mine;
  for (int turn = 0; turn < turns; ++turn) {
    std::uint32_t expected = mine;
    while (!word.compare_exchange_strong(expected, others, std::memory_order_relaxed)) expected = mine;
  }
}

/// Each writes a word of its own and reads the other's. `base`: the turns made with these words before.
inline void store_turns(Word& first, Word& second, int thread, int turns, std::uint32_t base) {
  for (int turn = 1; turn <= turns; ++turn) {
    const std::uint32_t now = base + static_cast<std::uint32_t>(turn);
    if (thread == 0) {
      first.store(now, std::memory_order_release);
      while (second.load(std::memory_order_acquire) != now) {
      }
    } else {
      while (first.load(std::memory_order_acquire) != now) {
      }
      second.store(now, std::memory_order_release);
    }
  }
}

}  // namespace numapack::probe
