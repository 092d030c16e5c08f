// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "counters/events.hpp"
#include "counters/perf_system.hpp"
#include "machine/machine.hpp"

namespace numapack {

/// An event that is to be counted.
struct PlannedEvent {
  const EventSet* set = nullptr;
  const NamedEvent* event = nullptr;
  std::string name;  ///< for people: "node-loads", "uncore_imc_0/cas_count_read"
  int pmu = -1;  ///< index into PerfSystem::pmus of the one that has it; -1: libpfm's or the kernel's number
  std::vector<int> cpus;           ///< where a unit that cores share is asked; empty: with the process
  std::vector<Contribution> adds;  ///< Place::remote is a die or chip where the machine has only such
};

/// Which events to count on a machine: those tried everywhere, those of its CPU, those of units that the
/// kernel knows. Pure.
std::vector<PlannedEvent> choose_events(const Machine& machine, const PerfSystem& system);

/// Sets of a CPU by its numbers, without the generic ones; empty for one that no row has. Pure.
std::vector<const EventSet*> sets_of(const CpuIdentity& cpu);

}  // namespace numapack
