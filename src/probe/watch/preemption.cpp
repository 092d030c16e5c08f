// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/preemption.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include "base/clock.hpp"

namespace numapack::probe {

namespace {

constexpr double nothing_seconds = 1e-4;

/// Debugging figures of the scheduler, which most kernels have.
std::optional<long> migrations_of_this_thread() {
  std::ifstream file("/proc/thread-self/sched");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("se.nr_migrations")) continue;
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos) return std::strtol(line.c_str() + colon + 1, nullptr, 10);
  }
  return std::nullopt;
}

}  // namespace

ThreadCount thread_count() {
  ThreadCount count;
  count.migrations = migrations_of_this_thread();
  rusage used{};
  if (getrusage(RUSAGE_THREAD, &used) == 0) count.switches = used.ru_nivcsw;
  timespec cpu{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  count.cpu_seconds = static_cast<double>(cpu.tv_sec) + 1e-9 * static_cast<double>(cpu.tv_nsec);
  count.seconds = seconds_now();
  return count;
}

Preemption preemption_between(int pu, const ThreadCount& before, const ThreadCount& after) {
  Preemption preemption;
  preemption.pus = {pu};
  preemption.pu = pu;
  const double seconds = after.seconds - before.seconds;
  const double lost = seconds - (after.cpu_seconds - before.cpu_seconds);
  if (seconds > 0 && lost > nothing_seconds) preemption.share = std::min(1.0, lost / seconds);
  preemption.switches = after.switches - before.switches;
  preemption.moved = before.migrations && after.migrations && *before.migrations != *after.migrations;
  return preemption;
}

Preemption preemption_together(const Preemption& one, const Preemption& other) {
  Preemption both = other.pu < 0 || (one.pu >= 0 && one.share >= other.share) ? one : other;
  both.pus.clear();
  std::set_union(one.pus.begin(), one.pus.end(), other.pus.begin(), other.pus.end(),
                 std::back_inserter(both.pus));
  both.moved = one.moved || other.moved;
  return both;
}

}  // namespace numapack::probe
