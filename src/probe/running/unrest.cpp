// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/unrest.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/clock/chain.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/watch/processes.hpp"

namespace numapack::probe {

namespace {

/// Of a thread's time: a process that takes less disturbs no visits.
constexpr double costs_visits = 0.1;

bool costs_a_cell(const Disturbance& one) {
  const bool share =
      one.cause == Cause::preemption || one.cause == Cause::stolen || one.cause == Cause::quota;
  return !share || one.amount > costs_visits;
}

/// That a visit to this cell works on.
std::vector<int> cores_of(const Cell& cell, const Machine& machine) {
  std::vector<int> cores;
  for (const int core : {cell.reader, cell.owner, cell.helper}) {
    if (core >= 0) cores.push_back(core);
  }
  if (!cores.empty() && cell.threads < 2) return cores;
  return cell.cpus_of >= 0 ? machine.usable_cores(cell.cpus_of) : usable_cores(machine);
}

}  // namespace

Unrest look_for_unrest(const Machine& machine) {
  const std::vector<int> pus = pus_of(machine, usable_cores(machine));
  Watcher watcher(machine);
  const std::vector<ProcessWork> processes = processes_now();
  const double start = seconds_now();
  const Surroundings before = watcher.snapshot(true);
  std::this_thread::sleep_for(std::chrono::duration<double>(unrest_seconds / 2));
  const Surroundings between = watcher.snapshot(true);
  VisitContext asleep, at_work;
  asleep.interval = interval_between(before, between);
  asleep.preemption.pus = pus;
  try {
    at_work.preemption = run_bound(pus, [](int, Barrier&) {
      for (const double begin = seconds_now(); seconds_now() - begin < unrest_seconds / 2;)
        chain_of_additions(additions_a_turn);
    });
  } catch (const Error&) {
    at_work.preemption = {};  // visits will report processes that move threads
  }
  at_work.interval = interval_between(between, watcher.snapshot(true));
  Unrest unrest;
  for (const VisitContext& context : {asleep, at_work}) {
    for (const Disturbance& one : wrong_with(context)) {
      const bool known = std::ranges::any_of(
          unrest.wrong, [&](const Disturbance& other) { return other.cause == one.cause; });
      if (!known && costs_a_cell(one)) unrest.wrong.push_back(one);
    }
  }
  if (unrest.wrong.empty()) return unrest;
  const std::vector<ProcessWork> work = work_between(processes, processes_now());
  unrest.busiest = busiest_text(work, seconds_now() - start);
  unrest.outlook = outlook_now(work, seconds_now() - start);
  return unrest;
}

int cells_lost(const std::vector<Cell>& cells, const Unrest& unrest, const Machine& machine) {
  const auto lost = [&](const Cell& cell) {
    const std::vector<int> cores = cores_of(cell, machine);
    return std::ranges::any_of(unrest.wrong, [&](const Disturbance& one) {
      return one.pu < 0 || std::ranges::find(cores, machine.core_of_pu(one.pu)) != cores.end();
    });
  };
  return static_cast<int>(std::ranges::count_if(cells, lost));
}

}  // namespace numapack::probe
