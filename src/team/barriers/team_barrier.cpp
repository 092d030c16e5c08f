// SPDX-License-Identifier: BSD-3-Clause
#include "team/barriers/team_barrier.hpp"

namespace numapack {

const char* name(BarrierAlgorithm algorithm) {
  return algorithm == BarrierAlgorithm::dissemination ? "dissemination" : "central";
}

TeamBarrier::TeamBarrier(BarrierAlgorithm algorithm, int most_threads, Patience patience)
    : patience_(patience) {
  // Threads that sleep at once would wake each other in every round: one wake for all is cheaper.
  if (algorithm == BarrierAlgorithm::dissemination && patience.spins > 0) {
    dissemination_ = std::make_unique<Dissemination>(most_threads, patience);
  } else {
    central_.emplace(most_threads, patience);
  }
}

void TeamBarrier::form(int threads) {
  if (dissemination_)
    dissemination_->form(threads);
  else
    central_.emplace(threads, patience_);
}

}  // namespace numapack
