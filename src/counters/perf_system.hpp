// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "counters/events.hpp"

namespace numapack {

/// A counting unit that the kernel knows: a folder of /sys/bus/event_source/devices.
struct Pmu {
  std::string name;
  std::uint32_t type = 0;
  std::vector<int> cpus;                      ///< a unit that cores share: the CPUs to ask it by
  std::map<std::string, std::string> events;  ///< published: "event=0x01"
  std::map<std::string, std::string> format;  ///< where fields go: "config:0-7"
};

/// What the kernel says of counting, as a value.
struct PerfSystem {
  std::vector<Pmu> pmus;        ///< by name
  std::optional<int> paranoid;  ///< kernel.perf_event_paranoid; nothing: a kernel without perf events

  /// Some unit is a CPU's own.
  bool has_cpu_counters() const;
};

/// Of the system whose files are below `root`. What cannot be read is left out.
PerfSystem read_perf_system(const std::filesystem::path& root = "/");

/// True if a name is as `pattern` says, by a shell's rules.
bool matches(const std::string& pattern, const std::string& name);

/// The number of a published event. Throws Error(invalid_argument) naming what it does not understand.
EventCode published_event(const Pmu& pmu, const std::string& event);

}  // namespace numapack
