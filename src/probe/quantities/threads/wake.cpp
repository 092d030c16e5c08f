// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/threads/wake.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include "base/clock.hpp"
#include "probe/running/bound_threads.hpp"
#include "team/teams.hpp"

namespace numapack::probe {

namespace {

struct Calls {
  int warm_up, samples;
  double pause_s;  ///< before each
};

/// After some thousandths of a second no thread spins any longer.
Calls calls_of(const Cell& cell) {
  return std::string_view(cell.variant) == called_asleep ? Calls{2, 10, 0.005} : Calls{50, 200, 0};
}

}  // namespace

std::vector<Cell> Wake::cells(const Machine& machine) const {
  std::vector<Cell> cells;
  for (const int node : machine.compute_nodes()) {
    const auto threads = static_cast<int>(machine.usable_cores(node).size());
    if (threads < 2) continue;
    for (const char* const variant : {called_at_once, called_asleep}) {
      Cell cell;
      cell.probe = name();
      cell.variant = variant;
      cell.cpus_of = node;
      cell.threads = threads;
      cell.agree_within = memory_agrees_within;
      const Calls calls = calls_of(cell);
      cell.seconds = 2e-3 + clock_seconds_a_visit + 1e-4 * threads +
                     (calls.warm_up + calls.samples) * (calls.pause_s + 1e-5);
      cells.push_back(cell);
    }
  }
  return cells;
}

Outcome Wake::measure(const Cell& cell) {
  const std::vector<int> cores = machine_.usable_cores(cell.cpus_of);
  const int pu = pu_of(machine_, cores.front());
  Teams teams(machine_, {TeamLayout{cell.cpus_of, cores}});
  const TeamThreads everyone = teams.everyone();
  std::vector<double> begun(cores.size());
  Series series{"wake", "us", {}};
  Outcome outcome;
  // The caller is a thread of the node, as the model has it.
  const Preemption preemption = run_bound({pu}, [&](int, Barrier&) {
    outcome.clock = clocks_.bring_to_rest(pu);
    const Calls calls = calls_of(cell);
    for (int call = -calls.warm_up; call < calls.samples; ++call) {
      if (calls.pause_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(calls.pause_s));
      const double start = seconds_now();
      teams.try_run(everyone, [&](const ThreadSlot& slot) {
        begun[static_cast<std::size_t>(slot.thread)] = seconds_now();
      });
      if (call >= 0) series.samples.push_back(1e6 * (*std::ranges::max_element(begun) - start));
    }
    clocks_.look_again(pu, *outcome.clock);
  });
  // A caller that sleeps between its calls has not lost its CPU.
  if (calls_of(cell).pause_s == 0) outcome.preemption = preemption;
  outcome.series.push_back(std::move(series));
  outcome.remarks = teams.problems();
  return outcome;
}

}  // namespace numapack::probe
