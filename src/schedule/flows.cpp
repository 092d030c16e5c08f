// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/flows.hpp"

#include <algorithm>
#include <cmath>

namespace numapack {

Flows::Flows(const TimeModel& model)
    : model_(model),
      nodes_(model.memory_bytes_per_s.size()),
      asked_(nodes_ * (nodes_ + 1), 0.0),
      load_(asked_),
      slower_(nodes_ * (nodes_ + 1), 1.0) {}

bool Flows::any_full() const {
  return std::ranges::any_of(asked_, [](double times) { return times > 1; });
}

void Flows::share(const std::vector<RunningStep>& slots, const std::vector<std::size_t>& active) {
  std::ranges::fill(slower_, 1.0);
  constexpr int most_rounds = 20;
  constexpr double near = 0.01;
  for (int round = 0; round < most_rounds; ++round) {
    std::ranges::fill(load_, 0.0);
    for (const std::size_t slot : active) add(slots[slot], 1 / takes(slots[slot]), load_);
    double off = 0;
    for (std::size_t i = 0; i < load_.size(); ++i) {
      const double next = std::max(1.0, slower_[i] * load_[i]);
      off = std::max(off, std::abs(next / slower_[i] - 1));
      slower_[i] = next;
    }
    if (off < near) return;
  }
}

void Flows::add(const RunningStep& step, double times_a_second, std::vector<double>& to) const {
  for (std::size_t home = 0; home < nodes_ && step.alone > 0; ++home) {
    if (step.load.bytes[home] <= 0) continue;
    const double rate = times_a_second * double(step.workers.size()) * step.load.bytes[home];
    to[home] += rate / model_.memory_bytes_per_s[home];
    if (home != step.node) to[link(step.node, home)] += rate / model_.link_bytes_per_s[step.node][home];
  }
}

template <class Slower>
double Flows::time_of(const RunningStep& step, const Slower& slower) const {
  double local = 0, remote = 0;
  for (std::size_t home = 0; home < nodes_; ++home)
    if (step.load.bytes[home] > 0)
      (home == step.node ? local : remote) +=
          slower(home) * step.load.bytes[home] / model_.core_bytes_per_s[step.node][home];
  return std::max(step.arithmetic, local) + remote;
}

double Flows::takes(const RunningStep& step) const {
  return time_of(step, [&](std::size_t home) {
    return home == step.node ? slower_[home] : std::max(slower_[home], slower_[link(step.node, home)]);
  });
}

double Flows::takes_alone(const RunningStep& step) const {
  return time_of(step, [](std::size_t) { return 1.0; });
}

}  // namespace numapack
