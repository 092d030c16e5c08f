// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/schedule_cache.hpp"

#include <algorithm>
#include <utility>

namespace numapack {

std::size_t bytes_of(const Schedule& schedule) {
  const auto of = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return of(schedule.threads) + of(schedule.steps) + of(schedule.regions) + of(schedule.waits) +
         of(schedule.signals) + of(schedule.tickets) + of(schedule.first_ticket);
}

std::shared_ptr<const Schedule> ScheduleCache::find(const Key& key) {
  const auto found = std::ranges::find(entries_, key, &Entry::key);
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return found->schedule;
}

std::shared_ptr<const Schedule> ScheduleCache::get(Key key, const std::function<Schedule()>& make) {
  {
    const std::lock_guard lock(mutex_);
    if (auto known = find(key)) return known;
  }
  auto made = std::make_shared<const Schedule>(make());
  const std::size_t bytes = bytes_of(*made) + key.size() * sizeof(key[0]);
  if (bytes > most_bytes_) return made;
  const std::lock_guard lock(mutex_);
  if (auto known = find(key)) return known;
  entries_.push_front({std::move(key), made, bytes});
  bytes_ += bytes;
  while (bytes_ > most_bytes_) {
    bytes_ -= entries_.back().bytes;
    entries_.pop_back();
  }
  return made;
}

}  // namespace numapack
