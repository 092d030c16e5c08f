// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// What a number must not be quoted without.
struct Conditions : MeasuringConditions {
  std::string cpu;   ///< what it calls itself
  std::string bits;  ///< numapack's level of NUMAPACK_BITS; "": none
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

/// "transparent huge pages madvise, numa_balancing 0".
std::string paging_line(const Conditions& conditions);

nlohmann::json to_json(const Conditions& conditions);

/// Bytes that can be had without swapping: MemAvailable, or less where a cgroup limits this process.
double available_memory();

}  // namespace numapack
