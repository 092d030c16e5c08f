// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/peak.hpp"

#include <pthread.h>
#include <sched.h>

#include <barrier>
#include <thread>

#include "base/clock.hpp"
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

}  // namespace

std::string peak_instruction_set() { return widest_fma_loop().name; }

double fma_rate(Precision precision, double seconds) {
  const FmaLoop loop = widest_fma_loop();
  const FmaTurns run = precision == Precision::single ? loop.single : loop.double_;
  constexpr std::int64_t turns = 20'000;  // some 100 microseconds between two looks at the clock
  double flops = 0;
  const double start = seconds_now();
  double elapsed = 0;
  do {
    flops += run(turns);
    elapsed = seconds_now() - start;
  } while (elapsed < seconds);
  return flops / elapsed;
}

std::vector<double> fma_rates(Precision precision, const std::vector<int>& pus, double seconds) {
  std::vector<double> rates(pus.size());
  std::barrier start(static_cast<std::ptrdiff_t>(pus.size()));
  std::vector<std::jthread> threads;
  threads.reserve(pus.size());
  for (std::size_t i = 0; i < pus.size(); ++i) {
    threads.emplace_back([&, i] {
      bind_self(pus[i]);
      start.arrive_and_wait();
      rates[i] = fma_rate(precision, seconds);
    });
  }
  threads.clear();
  return rates;
}

}  // namespace numapack
