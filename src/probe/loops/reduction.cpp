// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/reduction.hpp"

#include "base/error.hpp"

namespace numapack::probe {

Reduction::Reduction(const ReductionTree& tree, int threads) : partials_(static_cast<std::size_t>(threads)) {
  std::vector<bool> given(partials_.size(), false);
  const auto wrong = [] {
    invalid("reduction", "the tree does not bring each thread's number to thread 0 once", "");
  };
  if (tree.size() + 1 != partials_.size()) wrong();
  for (const ReductionStep& step : tree) {
    const auto from = static_cast<std::size_t>(step.from), into = static_cast<std::size_t>(step.into);
    if (step.from < 1 || from >= given.size() || step.into < 0 || into >= given.size() || from == into ||
        given[from] || given[into])
      wrong();
    given[from] = true;
    partials_[into].sources.push_back(step.from);
  }
}

double Reduction::sum(int thread, double value) {
  Partial& own = partials_[static_cast<std::size_t>(thread)];
  const std::uint32_t episode = ++own.episode;
  for (const int source : own.sources) {
    const Partial& other = partials_[static_cast<std::size_t>(source)];
    other.done.wait_for(episode);
    value += other.value;
  }
  // Nobody reads the value of the last episode any more: all have come to this one.
  own.value = value;
  if (thread == 0) {
    released_.set(episode);
    return value;
  }
  own.done.set(episode);
  released_.wait_for(episode);
  return partials_.front().value;
}

}  // namespace numapack::probe
