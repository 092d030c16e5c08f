// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/machine.hpp"

namespace numapack {

/// What a number must not be quoted without.
struct Conditions {
  std::string cpu;  ///< what it calls itself
  std::string kernel_release;
  std::string governor;  ///< of the first CPU; "" where the kernel does not say
  int online_cpus = 0, usable_cpus = 0;
  std::optional<double> quota_cpus;
  std::string transparent_huge_pages;
  std::optional<int> numa_balancing;
  std::size_t page_bytes = 0;
  double load_average = 0;   ///< of the last minute, at the start
  double steal_percent = 0;  ///< of CPU time taken by the host while measuring, as far as it is counted
  std::string date;          ///< UTC, ISO 8601
  std::string bits;          ///< numapack's level of NUMAPACK_BITS; "": none
};

/// Sums since the start of the machine, from /proc/stat.
struct CpuTimes {
  std::uint64_t all = 0, stolen = 0;
};
CpuTimes cpu_times();

/// Percent of CPU time taken by the host since then; 0 where the kernel has counted no time.
double steal_percent_since(const CpuTimes& before);

Conditions conditions_now(const Machine& machine);

/// The CPU, how many of the machine's are usable, the kernel and, if one is set, the level of bits.
std::string machine_line(const Conditions& conditions);

nlohmann::json to_json(const Conditions& conditions);

/// Bytes that can be had without swapping: MemAvailable, or less where a cgroup limits this process.
double available_memory();

}  // namespace numapack
