// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

namespace numapack {

/// How long a waiting thread may burn its core before it sleeps.
struct Patience {
  std::uint32_t spins = 0;  ///< pause instructions; 0: sleep at once
};

/// A reusable barrier for a fixed number of threads: central counter, one generation word (sense reversal,
/// Mellor-Crummey & Scott, TOCS 9(1), 1991, section 3.1), spinning first, then sleeping on a futex.
class Barrier {
 public:
  Barrier(int participants, Patience patience) : participants_(participants), patience_(patience) {}
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  /// Returns when all participants have called; everything they wrote before is visible after.
  void wait();

 private:
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  const int participants_;
  const Patience patience_;
};

}  // namespace numapack
