// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "team/barriers/barrier.hpp"

namespace numapack {

struct ParallelRegion;

/// A thread's order: take this slot of its team in a region. No region: end.
struct Errand {
  ParallelRegion* region = nullptr;
  int slot = 0;
};

/// Where one thread waits for its next order, on a cache line of its own.
///
/// One word a thread, not one a team: threads that do not take part in a region are never woken and never
/// read what the region is about while the next one is being written, and no epoch can wrap around. A manager
/// that posts to 24 spinning workers stores to 24 lines, which costs what 24 workers reading one line would.
class Mailbox {
 public:
  /// One at a time: the one before must have been taken.
  void post(Errand errand);

  /// Waits for the next errand: spins, then sleeps. What the sender wrote before is visible. Nothing: none
  /// came in `most_seconds` of sleep, which 0 makes for ever; who changes that number calls stir().
  std::optional<Errand> take(Patience patience, const std::atomic<double>& most_seconds);

  /// Has a sleeper look at how long it may sleep.
  void stir();

 private:
  bool sleep(const std::atomic<double>& most_seconds);

  enum Letter : std::uint32_t { empty, asleep, posted };

  alignas(64) std::atomic<std::uint32_t> word_{empty};
  Errand errand_;
};

}  // namespace numapack
