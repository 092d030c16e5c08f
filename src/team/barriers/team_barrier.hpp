// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "team/barriers/barrier.hpp"
#include "team/barriers/dissemination.hpp"

namespace numapack {

enum class BarrierAlgorithm { central, dissemination };

const char* name(BarrierAlgorithm algorithm);

/// How the threads of one team meet, and how one thread of each team meets the others: together the two
/// levels of a barrier that knows nodes. Which is best depends on the machine (profile/barrier_choice.hpp).
struct BarrierAlgorithms {
  BarrierAlgorithm team = BarrierAlgorithm::central;
  BarrierAlgorithm node = BarrierAlgorithm::central;
  bool operator==(const BarrierAlgorithms&) const = default;
};

/// A barrier by either algorithm, for crews of changing numbers.
class TeamBarrier {
 public:
  /// For `most_threads` or, after form(), fewer.
  TeamBarrier(BarrierAlgorithm algorithm, int most_threads, Patience patience);

  /// From now on so many threads meet, numbered from 0. Nobody may wait meanwhile. Does not allocate.
  void form(int threads);

  /// Returns when all have called, each with its own number; everything they wrote before is visible after.
  void wait(int thread) {
    if (dissemination_)
      dissemination_->wait(thread);
    else
      central_->wait();
  }

  BarrierAlgorithm algorithm() const {
    return dissemination_ ? BarrierAlgorithm::dissemination : BarrierAlgorithm::central;
  }

 private:
  const Patience patience_;
  std::optional<Barrier> central_;
  std::unique_ptr<Dissemination> dissemination_;  ///< null: central
};

}  // namespace numapack
