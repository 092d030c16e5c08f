// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "counters/quantity.hpp"

namespace numapack {

/// An event as the kernel takes it: fields of perf_event_attr.
struct EventCode {
  std::uint32_t type = 0;
  std::uint64_t config = 0, config1 = 0, config2 = 0;
  bool operator==(const EventCode&) const = default;
};

/// What one count of an event adds to a quantity; weight 0: nothing.
struct Contribution {
  Quantity quantity = Quantity::cycles;
  int weight = 0;
};

/// One event of a CPU, by name. Numbers are left to libpfm and to the kernel's files.
struct NamedEvent {
  const char* name = "";  ///< libpfm's; "": it has none
  const char* file = "";  ///< among the events that a PMU of the kernel publishes; "": none
  Contribution adds[2] = {};
  EventCode generic = {};  ///< where the kernel has a number for all CPUs
  bool is_generic = false;
};

/// Whose events are counted.
enum class Scope {
  process,  ///< a process's with its threads and children, in user mode
  system,   ///< of a unit that cores share: all processes'
};

/// Events that belong together, and what they mean.
struct EventSet {
  const char* name = "";    ///< of documents
  const char* title = "";   ///< what a count is, for people
  const char* source = "";  ///< document that says so
  Scope scope = Scope::process;
  const char* pmu =
      "";  ///< names of the kernel's PMUs that publish `file`, as of a shell: "uncore_imc_[0-9]*"
  const char* unit = "";    ///< libpfm's PMU of such a unit, without its number; "": events have none
  bool of_package = false;  ///< a unit serves a package, not a node
  std::span<const NamedEvent> events;
};

/// Sets that a CPU has by its numbers: those of an x86 (vendor, family, models) or of an ARM (implementer,
/// part).
struct CpuEvents {
  const char* title = "";
  const char* pfm = "";  ///< libpfm's PMU, by which tests find the names; "": published by the kernel
  std::string_view vendor;
  int family = -1, first_model = 0, last_model = -1;
  int implementer = -1, part = -1;
  std::span<const EventSet* const> sets;
};

/// Tried on every CPU.
std::span<const EventSet* const> generic_sets();

/// Tried on every CPU after all others, which tell where lines come from.
std::span<const EventSet* const> cache_sets();

/// Tried on every ARM: the architecture has their numbers, the kernel publishes those that the core has.
std::span<const EventSet* const> arm_sets();

/// Of units that cores share: tried where the kernel has such a PMU.
std::span<const EventSet* const> unit_sets();

std::span<const CpuEvents> cpu_events();

}  // namespace numapack
