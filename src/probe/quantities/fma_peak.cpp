// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/fma_peak.hpp"

#include <numeric>

#include "probe/clock/core_clock.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/peak.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

constexpr int samples_a_visit = 3, least_visits = 2;
constexpr double seconds_of_sample = 0.01;
/// Arithmetic does not depend on the homes of pages: larger differences come from other processes.
constexpr double arithmetic_agrees_within = 0.1;

}  // namespace

std::vector<int> FmaPeak::cores() const {
  std::vector<int> all = usable_cores(machine_);
  if (threads_ > 0 && threads_ < all.size()) all.resize(threads_);
  return all;
}

std::vector<Cell> FmaPeak::cells(const Machine&) const {
  std::vector<Cell> cells;
  for (const char* precision : {"double", "single"}) {
    Cell cell;
    cell.probe = name();
    cell.variant = precision;
    cell.threads = static_cast<int>(cores().size());
    cell.agree_within = arithmetic_agrees_within;
    cell.least_visits = least_visits;
    // Threads that start, and clocks that come to rest.
    cell.seconds = 6e-3 + clock_seconds_a_visit + 5e-5 * cell.threads + samples_a_visit * seconds_of_sample;
    cells.push_back(cell);
  }
  return cells;
}

Outcome FmaPeak::measure(const Cell& cell) {
  const Precision precision = cell.variant == "single" ? Precision::single : Precision::double_;
  const std::vector<int> pus = pus_of(machine_, cores());
  std::vector<double> rates(pus.size());
  Series series{"rate", "GF/s", {}};
  VisitClock clock;
  Outcome outcome;
  outcome.preemption = run_bound(pus, [&](int thread, Barrier& barrier) {
    const bool first = thread == 0;
    const bool steady = bring_fma_to_rest(precision);
    if (first) clock = {clock_window().ghz, 0, steady, 0};
    for (int sample = 0; sample < samples_a_visit; ++sample) {
      barrier.wait();
      rates[static_cast<std::size_t>(thread)] = fma_rate(precision, seconds_of_sample);
      barrier.wait();
      if (first) series.samples.push_back(1e-9 * std::accumulate(rates.begin(), rates.end(), 0.0));
    }
    if (first) clock.after_ghz = clock_window().ghz;
  });
  outcome.series = {std::move(series)};
  outcome.clock = clock;
  return outcome;
}

}  // namespace numapack::probe
