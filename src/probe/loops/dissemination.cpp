// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/dissemination.hpp"

#include <bit>

namespace numapack::probe {

namespace {

/// Distances 1, 2, 4 … until all are reached.
int rounds_of(int threads) { return std::bit_width(static_cast<unsigned>(threads - 1)); }

}  // namespace

Dissemination::Dissemination(int threads, Patience patience)
    : patience_(patience),
      threads_(threads),
      flags_(static_cast<std::size_t>(threads) * static_cast<std::size_t>(rounds_of(threads))) {}

void Dissemination::wait(int thread) {
  Flag* round = flags_.data();
  for (int distance = 1; distance < threads_; distance *= 2, round += threads_) {
    round[(thread + distance) % threads_].told.advance();
    Flag& mine = round[thread];
    mine.told.wait_for(++mine.heard, patience_);
  }
}

}  // namespace numapack::probe
