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

/// Caches the schedules of the last calls. Making one takes 0.2 us a step, on one thread before any other can
/// begin; repeated factorisations of one matrix reuse it. Thread-safe.
class ScheduleCache {
 public:
  /// Everything that determines a schedule: a routine's number, then numbers of its plan.
  using Key = std::vector<std::int64_t>;

  /// At most so many bytes are kept.
  explicit ScheduleCache(std::size_t most_bytes = std::size_t{16} << 20) : most_bytes_(most_bytes) {}

  /// The schedule for this key; calls make() if the cache has none.
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
  std::list<Entry> entries_;  ///< most recently used first
  std::size_t bytes_ = 0;
};

/// Of its lists.
std::size_t bytes_of(const Schedule& schedule);

}  // namespace numapack
