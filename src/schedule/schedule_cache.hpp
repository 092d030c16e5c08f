// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "schedule/schedule.hpp"

namespace numapack {

/// The schedules of the last calls. Making one takes 0.2 us a step, by one thread before any other can begin:
/// of a matrix that is factored again and again it is made once. Thread-safe.
class ScheduleCache {
 public:
  /// All that a schedule follows from: a routine's number, then numbers of its plan.
  using Key = std::vector<std::int64_t>;

  /// At most so many bytes are kept.
  explicit ScheduleCache(std::size_t most_bytes = std::size_t{16} << 20) : most_bytes_(most_bytes) {}

  /// What make() made for this key, now or before.
  std::shared_ptr<const Schedule> get(Key key, const std::function<Schedule()>& make);

 private:
  struct Entry {
    Key key;
    std::shared_ptr<const Schedule> schedule;
    std::size_t bytes = 0;
  };

  std::shared_ptr<const Schedule> find(const Key& key);

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  ///< the last one that was asked for first
  std::size_t bytes_ = 0;
};

/// Of its lists.
std::size_t bytes_of(const Schedule& schedule);

}  // namespace numapack
