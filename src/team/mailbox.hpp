// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

#include "team/barrier.hpp"

namespace numapack {

/// Where one thread waits to be told what to do, on a cache line of its own.
///
/// One word a thread, not one a team: threads that do not take part in a region are never woken and never
/// read what the region is about while the next one is being written, and no epoch can wrap around. A manager
/// that posts to 24 spinning workers stores to 24 lines, which costs what 24 workers reading one line would.
class Mailbox {
 public:
  void post_work() { post(work); }
  void post_stop() { post(stop); }

  /// Waits for the next letter: spins, then sleeps. True: work. False: stop. What the sender wrote before is
  /// visible.
  bool take(Patience patience);

 private:
  enum Letter : std::uint32_t { empty, asleep, work, stop };
  void post(Letter letter);

  alignas(64) std::atomic<std::uint32_t> word_{empty};
};

}  // namespace numapack
