#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "gemm/plan.hpp"

namespace numapack {

/// Some addresses of a call's operands and where each was at home when its plan was made.
struct Probes {
  std::vector<const void*> addresses;
  std::vector<int> homes;
};

/// The last few plans: of a call and its options, and on a machine with several nodes also of the operands'
/// addresses, as long as probes of them are where they were. Planning takes 2 to 8 us, a quarter of a
/// multiplication of n = 96 on one thread. Thread-safe.
class PlanCache {
 public:
  struct Key {
    Call call;
    PlanOptions options;
    std::array<const void*, 3> operands{};  ///< null where homes do not matter
    bool operator==(const Key&) const = default;
  };
  struct Made {
    Plan plan;
    Probes probes;
  };

  /// The plan of this key; made by make() unless one is remembered of which holds(probes) is true.
  template <class Holds, class Make>
  std::shared_ptr<const Plan> get(const Key& key, const Holds& holds, const Make& make) {
    if (const auto known = find(key); known != nullptr && holds(known->probes)) return {known, &known->plan};
    const auto made = std::make_shared<const Made>(make());
    const std::lock_guard lock(mutex_);
    for (Entry& entry : entries_)
      if (entry.made != nullptr && entry.key == key) {
        entry.made = made;
        return {made, &made->plan};
      }
    entries_[next_++ % entries_.size()] = {key, made};
    return {made, &made->plan};
  }

 private:
  struct Entry {
    Key key;
    std::shared_ptr<const Made> made;
  };

  std::shared_ptr<const Made> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_)
      if (entry.made != nullptr && entry.key == key) return entry.made;
    return nullptr;
  }

  std::mutex mutex_;
  std::array<Entry, 16> entries_;
  std::size_t next_ = 0;
};

}  // namespace numapack
