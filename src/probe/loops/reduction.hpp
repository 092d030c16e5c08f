// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "probe/loops/barrier_parts.hpp"
#include "probe/loops/barriers.hpp"
#include "profile/reduction_tree.hpp"

namespace numapack::probe {

/// Adds a number of each thread along a tree; thread 0 writes the sum for all to read. A thread writes its
/// partial sum and the flag that says so into a line of its own. All threads spin and never sleep.
class Reduction : public AnyBarrier {
 public:
  /// Throws Error(invalid_argument) unless the tree brings the number of each thread to thread 0 once.
  Reduction(const ReductionTree& tree, int threads);

  /// The same for all threads; returns when all have called.
  double sum(int thread, double value);
  void wait(int thread) override { sum(thread, 1); }

 private:
  struct alignas(128) Partial {
    Episode done;
    double value = 0;
    std::uint32_t episode = 0;  ///< its thread's own count
    std::vector<int> sources;   ///< in the order in which it adds them
  };

  std::vector<Partial> partials_;
  Episode released_;
};

}  // namespace numapack::probe
