// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>

#include "team/barriers/spin.hpp"

namespace numapack::probe {

/// A word that counts episodes, on lines of its own: two, because prefetchers bring lines in pairs.
struct alignas(128) Episode {
  std::atomic<std::uint32_t> count{0};

  void set(std::uint32_t episode) { count.store(episode, std::memory_order_release); }

  /// Until the count has reached `episode`. Threads that share a core give it away at times.
  void wait_for(std::uint32_t episode) const {
    for (std::uint32_t spin = 1;
         static_cast<std::int32_t>(count.load(std::memory_order_acquire) - episode) < 0; ++spin) {
      if (spin % 4096 == 0)
        sched_yield();
      else
        pause_core();
    }
  }
};

}  // namespace numapack::probe
