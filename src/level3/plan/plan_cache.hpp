// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "level3/plan/plan.hpp"
#include "memory/homes/home_samples.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Caches the last few plans, by call, options and teams, and on a machine with several nodes also by the
/// operands' addresses, as long as some sampled pages have not moved. Planning takes 2 to 8 us, a quarter of
/// a multiplication of n = 96 on one thread. Thread-safe.
class PlanCache {
 public:
  struct Key {
    const Call& call;
    const Options& options;
    std::array<const void*, 3> operands{};            ///< null where homes do not matter
    const std::vector<TeamLayout>* layout = nullptr;  ///< compared by address
  };
  struct Made {
    Plan plan;
    Probes probes;
  };

  /// The plan for this key; calls make() unless the cache has one for which holds(probes) is true.
  template <class Holds, class Make>
  std::shared_ptr<const Plan> get(const Key& key, const Holds& holds, const Make& make) {
    if (const auto known = find(key); known != nullptr && holds(known->probes)) return {known, &known->plan};
    const auto made = std::make_shared<const Made>(make());
    const std::lock_guard lock(mutex_);
    Entry* entry = entry_of(key);
    if (entry == nullptr) entry = &entries_[next_++ % entries_.size()];
    *entry = {key.call, key.options, key.operands, key.layout, made};
    return {made, &made->plan};
  }

 private:
  struct Entry {
    Call call;
    Options options;
    std::array<const void*, 3> operands{};
    const std::vector<TeamLayout>* layout = nullptr;
    std::shared_ptr<const Made> made;
  };

  Entry* entry_of(const Key& key) {
    for (Entry& entry : entries_)
      if (entry.made != nullptr && entry.call == key.call && entry.operands == key.operands &&
          entry.layout == key.layout && entry.options == key.options)
        return &entry;
    return nullptr;
  }
  std::shared_ptr<const Made> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const Entry* const entry = entry_of(key);
    return entry != nullptr ? entry->made : nullptr;
  }

  std::mutex mutex_;
  std::array<Entry, 16> entries_;
  std::size_t next_ = 0;
};

}  // namespace numapack
