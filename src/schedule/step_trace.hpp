// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "schedule/schedule.hpp"

namespace numapack {

/// What the schedules of a watched call (WatchedCall::steps) really did, one schedule after the other: for
/// whoever wants to see that a plan is what runs. Thread-safe.
class StepTrace {
 public:
  /// A part of a step by a thread. Times are places in one order of all beginnings and ends of the trace.
  struct Done {
    std::uint32_t step = 0, part = 0;
    int team = 0, thread = 0;
    std::uint64_t begun = 0, ended = 0;
  };
  struct Run {
    Schedule schedule;
    std::vector<Done> done;
  };

  void begin(const Schedule& schedule) {
    const std::lock_guard lock(mutex_);
    runs_.push_back({schedule, {}});
  }
  /// The last one was refused: the teams are taken.
  void take_back() {
    const std::lock_guard lock(mutex_);
    runs_.pop_back();
  }
  std::uint64_t now() { return clock_++; }
  void add(const Done& done) {
    const std::lock_guard lock(mutex_);
    runs_.back().done.push_back(done);
  }
  /// All since the last time.
  std::vector<Run> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(runs_, {});
  }

 private:
  std::mutex mutex_;
  std::atomic<std::uint64_t> clock_{0};
  std::vector<Run> runs_;
};

}  // namespace numapack
