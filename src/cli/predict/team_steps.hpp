// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "schedule/seconds.hpp"

namespace numapack {

/// A schedule of steps that teams do one after the other, all threads of a team together, with meetings in
/// between: how libraries work that overlap nothing.
class TeamSteps {
 public:
  /// `threads` and `nodes`: of each team. `all_meet`: meetings are of all teams, else of each by itself.
  TeamSteps(std::vector<int> threads, std::vector<int> nodes, std::size_t nodes_of_machine, bool all_meet);

  /// The next step of a team, by so many of its threads; its load is to be filled in.
  StepLoad& add(std::size_t team, int width);
  /// What comes next begins when all steps so far are done.
  void meet() { met_ = counted_; }

  std::size_t teams() const { return nodes_.size(); }
  int threads(std::size_t team) const { return schedule_.threads[team]; }
  std::size_t node(std::size_t team) const { return static_cast<std::size_t>(nodes_[team]); }

  Seconds seconds(const TimeModel& model) const;

 private:
  Schedule schedule_;
  std::vector<int> nodes_;
  std::size_t nodes_of_machine_ = 1;
  std::deque<StepLoad> loads_;                ///< of each step
  std::vector<std::uint32_t> counted_, met_;  ///< of each counter: steps so far, and before the last meeting
};

}  // namespace numapack
