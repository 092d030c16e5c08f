// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/seconds.hpp"

namespace numapack {

/// A step, or a thread's part of one without a gang, that is being done.
struct RunningStep {
  std::uint32_t step = 0;
  std::vector<std::size_t> workers;
  std::size_t node = 0;
  StepLoad load;          ///< of each worker
  double arithmetic = 0;  ///< seconds, likewise
  double alone = 0;       ///< what it takes if nobody else is at work
  double takes = 0;       ///< what it takes while all others do what they do now
  double begun = 0;
  double chain = 0;  ///< the longest chain of steps to its end
};

/// Memories and links, by what is asked of each as a multiple of what it gives. `model` must live as long.
class Flows {
 public:
  explicit Flows(const TimeModel& model);

  /// sign: 1 where a step begins, -1 where it ends.
  void add(const RunningStep& step, double sign) { add(step, sign / step.alone, asked_); }
  /// Whether any could be asked for more than it gives.
  bool any_full() const;
  /// Finds how many times slower each is for all who use it while these steps are done, so that none gives
  /// more than it has: by iteration, since who waits for one asks the others for less.
  void share(const std::vector<RunningStep>& slots, const std::vector<std::size_t>& active);

  double takes(const RunningStep& step) const;
  /// If nobody else is at work.
  double takes_alone(const RunningStep& step) const;

 private:
  /// What a step asks for if it is done so many times a second.
  void add(const RunningStep& step, double times_a_second, std::vector<double>& to) const;
  template <class Slower>
  double time_of(const RunningStep& step, const Slower& slower) const;
  std::size_t link(std::size_t from, std::size_t home) const { return nodes_ + from * nodes_ + home; }

  const TimeModel& model_;
  const std::size_t nodes_;
  std::vector<double> asked_;  ///< while all steps take what they take alone, which is the most
  std::vector<double> load_, slower_;
};

}  // namespace numapack
