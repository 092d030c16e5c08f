// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/place_trials.hpp"

#include <algorithm>
#include <limits>

#include "base/clock.hpp"

namespace numapack {

PlaceTrials::Timing::Timing(PlaceTrials& trials, int place, double work)
    : trials_(work > 0 && trials.places_.count > 1 ? &trials : nullptr),
      place_(place),
      work_(work),
      begin_(trials_ != nullptr ? seconds_now() : 0) {}

PlaceTrials::Timing::~Timing() {
  if (trials_ != nullptr) trials_->took(place_, (seconds_now() - begin_) / work_);
}

void PlaceTrials::about(const Places& places) {
  if (places == places_) return;
  places_ = places;
  rest_ = first_rest;
  begin_trials();
}

void PlaceTrials::begin_trials() {
  tried_ = rested_ = 0;
  least_.fill(std::numeric_limits<double>::infinity());
}

int PlaceTrials::next() const {
  if (!settled()) return tried_ % places_.count;
  const auto end = least_.begin() + places_.count;
  return static_cast<int>(std::min_element(least_.begin(), end) - least_.begin());
}

void PlaceTrials::took(int place, double seconds) {
  if (settled()) {
    if (++rested_ < rest_) return;
    rest_ = std::min(2 * rest_, longest_rest);
    return begin_trials();
  }
  double& least = least_[static_cast<std::size_t>(place)];
  least = std::min(least, seconds);
  ++tried_;
}

}  // namespace numapack
