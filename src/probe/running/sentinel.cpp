// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/sentinel.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/statistics.hpp"
#include "probe/loops/turns.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/watch/disturbance.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t near_bytes = 8 << 10, most_far_bytes = std::size_t{256} << 20;
constexpr std::size_t near_steps = 50'000, far_steps = 5'000;
constexpr int handover_turns = 200;
/// Of ten turns: threads that take turns on one real CPU wait for each other's time slices.
constexpr double slow_warm_up_seconds = 1e-3;
constexpr int most_slow_handovers = 3;  ///< then it is not tried again

/// Of the readings that have this figure.
Spread spread_of(const std::vector<SentinelReading>& readings, double SentinelReading::*part) {
  std::vector<double> values;
  for (const SentinelReading& reading : readings) {
    if (reading.*part > 0) values.push_back(reading.*part);
  }
  return spread(values);
}

}  // namespace

Sentinel::Sentinel(const Machine& machine, std::uint64_t seed) : start_(seconds_now()) {
  const std::vector<int> cores = usable_cores(machine);
  if (cores.empty()) invalid("sentinel", "this process may use no core", "");
  pu_ = pu_of(machine, cores.front());
  last_pu_ = pu_of(machine, cores.back());
  const int home = machine.home_for(machine.cores[static_cast<std::size_t>(cores.front())].node);
  const std::size_t step = line_bytes(machine);
  near_ = std::make_unique<HomedMemory>(near_bytes, home, PageKind::small, machine);
  l1_ = std::make_unique<Chase>(near_->data(), near_bytes, step, seed);
  try {
    const std::size_t bytes = std::min(2 * last_level_bytes(machine), most_far_bytes);
    far_ = std::make_unique<HomedMemory>(bytes, home, PageKind::huge, machine);
    memory_ = std::make_unique<Chase>(far_->data(), bytes, 2 * step, seed);
  } catch (const Error&) {
    far_.reset();  // little memory left: half a sentinel is better than none
  }
  read();  // the first time everything is cold
  start_ = seconds_now();
}

SentinelReading Sentinel::read() {
  SentinelReading reading;
  // Who moves threads to and fro may keep them from their place: a reading less is no reason to stop
  // measuring.
  try {
    read_loads(reading);
    reading.handover_ns = handover_ns();
  } catch (const Error&) {
    reading.handover_ns = 0;
  }
  reading.seconds = seconds_now() - start_;
  return reading;
}

void Sentinel::read_loads(SentinelReading& reading) {
  run_bound({pu_}, [&](int, Barrier&) {
    l1_->walk(near_steps);
    // Who interrupts once within these microseconds is no drift.
    const auto least_of = [](int samples, auto&& sample) {
      double least = sample();
      for (int again = 1; again < samples; ++again) least = std::min(least, sample());
      return 1e9 * least;
    };
    reading.l1_ns = least_of(3, [&] { return l1_->seconds_a_step(near_steps); });
    if (memory_) reading.memory_ns = least_of(4, [&] { return memory_->seconds_a_step(far_steps); });
  });
}

double Sentinel::handover_ns() {
  if (last_pu_ == pu_ || slow_handovers_ == most_slow_handovers) return 0;
  struct alignas(256) Line {
    Word word{0};
  };
  Line lines[2];
  double least = 0;
  run_bound({pu_, last_pu_}, [&](int thread, Barrier& barrier) {
    std::uint32_t base = 0;
    const auto seconds_of = [&](int turns) {
      barrier.wait();
      const double start = seconds_now();
      store_turns(lines[0].word, lines[1].word, thread, turns, base);
      base += static_cast<std::uint32_t>(turns);
      return seconds_now() - start;
    };
    // Both must come to the same answer: the first one's.
    const double warm_up = seconds_of(10);
    if (thread == 0) least = warm_up;
    barrier.wait();
    const bool slow = least > slow_warm_up_seconds;
    barrier.wait();
    if (thread == 0 && slow) {
      ++slow_handovers_;
      least = 0;
    }
    if (slow) return;
    for (int sample = 0; sample < 4; ++sample) {
      const double one = 1e9 * seconds_of(handover_turns) / handover_turns / 2;
      if (thread == 0) least = sample == 0 ? one : std::min(least, one);
    }
  });
  return least;
}

std::vector<double> excess(const std::vector<SentinelReading>& readings) {
  std::vector<double> over(readings.size(), 0);
  for (const auto part : {&SentinelReading::l1_ns, &SentinelReading::memory_ns}) {
    const double middle = spread_of(readings, part).median;
    if (!(middle > 0)) continue;
    for (std::size_t at = 0; at < over.size(); ++at)
      over[at] = std::max(over[at], readings[at].*part / middle - 1);
  }
  return over;
}

std::vector<double> distance_changes(const std::vector<SentinelReading>& readings) {
  const double middle = spread_of(readings, &SentinelReading::handover_ns).median;
  std::vector<double> changes;
  for (const SentinelReading& reading : readings) {
    const bool known = middle > 0 && reading.handover_ns > 0;
    changes.push_back(known ? std::max(reading.handover_ns / middle, middle / reading.handover_ns) : 1);
  }
  return changes;
}

std::string drift_remark(const std::vector<SentinelReading>& readings) {
  std::string remark;
  const auto add = [&](const char* what, double SentinelReading::*part) {
    const Spread range = spread_of(readings, part);
    if (!(range.min > 0) || range.max <= 1.1 * range.min) return;
    remark += fmt::format("{}{} varied from {:.2f} to {:.2f} ns", remark.empty() ? "" : ", ", what, range.min,
                          range.max);
  };
  add("a load from L1", &SentinelReading::l1_ns);
  add("a load from memory", &SentinelReading::memory_ns);
  const Spread distance = spread_of(readings, &SentinelReading::handover_ns);
  if (distance.max > distance_differs * distance.min) {
    remark += fmt::format(
        "{}a line from the first core to the last took {:.0f} to {:.0f} ns (a host that moves "
        "virtual CPUs does that)",
        remark.empty() ? "" : ", ", distance.min, distance.max);
  }
  return remark.empty() ? "" : "not quiet: " + remark + " while the cells were measured";
}

}  // namespace numapack::probe
