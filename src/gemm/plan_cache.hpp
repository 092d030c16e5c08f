#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "gemm/plan.hpp"

namespace numapack {

/// The last few plans of calls that asked for nothing special, on a machine where every operand has the same
/// home: there the plan depends on the shape alone. Planning takes 2 to 3 us, as long as half of a
/// multiplication of n = 64 on two threads. Thread-safe.
class PlanCache {
 public:
  /// The plan of this shape, made by `make` unless it is remembered.
  template <class Make>
  std::shared_ptr<const Plan> get(const Shape& shape, const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      for (const std::shared_ptr<const Plan>& plan : plans_)
        if (plan && plan->shape == shape) return plan;
    }
    auto made = std::make_shared<const Plan>(make());
    const std::lock_guard lock(mutex_);
    plans_[next_++ % plans_.size()] = made;
    return made;
  }

 private:
  std::mutex mutex_;
  std::array<std::shared_ptr<const Plan>, 16> plans_;
  std::size_t next_ = 0;
};

}  // namespace numapack
