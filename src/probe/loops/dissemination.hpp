// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "team/barriers/barrier.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack::probe {

/// A reusable barrier without a word that all change: in round r every thread signals the one 2^r further on,
/// and after the last round every thread knows that all have arrived (Hensgen, Finkel and Manber;
/// Mellor-Crummey & Scott, TOCS 9(1), 1991, section 3.3). Spins first, then sleeps on a futex, as Barrier
/// does.
class Dissemination {
 public:
  Dissemination(int threads, Patience patience);

  /// Returns when all have called, each with its own number; everything they wrote before is visible after.
  void wait(int thread);

 private:
  /// One writer, one reader, on lines of their own: two, because prefetchers bring lines in pairs.
  struct alignas(128) Flag {
    EpochCounter told;
    std::uint32_t heard = 0;  ///< the reader's: how often it has waited here
  };

  const Patience patience_;
  const int threads_;
  std::vector<Flag> flags_;  // [round][thread]
};

}  // namespace numapack::probe
