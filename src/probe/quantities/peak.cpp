// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/peak.hpp"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <barrier>
#include <thread>

#include "base/clock.hpp"
#include "probe/clock/core_clock.hpp"
#include "probe/loops/fma_loops.hpp"

namespace numapack {

namespace {

// Unlike std::thread's arguments, a refused binding is no reason to stop: the rate is still this machine's.
void bind_self(int pu) {
  if (pu < 0 || pu >= CPU_SETSIZE) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(pu, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

constexpr std::int64_t turns = 20'000;  // some 100 microseconds between two looks at the clock

FmaTurns loop_of(Precision precision) {
  const FmaLoop loop = widest_fma_loop();
  return precision == Precision::single ? loop.single : loop.double_;
}

}  // namespace

bool bring_fma_to_rest(Precision precision) {
  const FmaTurns run = loop_of(precision);
  probe::SteadyRule rule;
  rule.most_seconds = 0.03;
  std::vector<probe::ClockWindow> windows;
  const auto next = [&]() -> probe::ClockWindow {
    const double begin = seconds_now(), flops = run(turns), end = seconds_now();
    return {end, 1e-9 * flops / std::max(end - begin, 1e-9)};
  };
  return settle(windows, next, 0, rule) == probe::Settling::steady;
}

std::string peak_instruction_set() { return widest_fma_loop().name; }

double fma_rate(Precision precision, double seconds) {
  const FmaTurns run = loop_of(precision);
  double flops = 0;
  const double start = seconds_now();
  double elapsed = 0;
  do {
    flops += run(turns);
    elapsed = seconds_now() - start;
  } while (elapsed < seconds);
  return flops / elapsed;
}

std::vector<FmaRate> fma_rates(Precision precision, const std::vector<int>& pus, double seconds) {
  std::vector<FmaRate> rates(pus.size());
  std::barrier start(static_cast<std::ptrdiff_t>(pus.size()));
  std::vector<std::jthread> threads;
  threads.reserve(pus.size());
  for (std::size_t i = 0; i < pus.size(); ++i) {
    threads.emplace_back([&, i] {
      bind_self(pus[i]);
      start.arrive_and_wait();
      bring_fma_to_rest(precision);
      start.arrive_and_wait();
      rates[i].flops_per_s = fma_rate(precision, seconds);
      rates[i].ghz = probe::clock_window().ghz;
    });
  }
  threads.clear();
  return rates;
}

FmaRate all_together(const std::vector<FmaRate>& rates) {
  FmaRate all;
  for (const FmaRate& rate : rates) {
    all.flops_per_s += rate.flops_per_s;
    all.ghz += rate.ghz / static_cast<double>(rates.size());
  }
  return all;
}

}  // namespace numapack
