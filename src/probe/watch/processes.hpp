// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace numapack::probe {

/// CPU time of one process.
struct ProcessWork {
  int pid = 0;
  std::string name;
  double cpu_seconds = 0;
  double started = 0;  ///< seconds after the machine's start
};

/// Of a text like /proc/PID/stat; nothing where it is none. Pure.
std::optional<ProcessWork> process_in(const std::string& text, double ticks_a_second);

/// All processes but this one, as far as it may see them, so far.
std::vector<ProcessWork> processes_now();

/// What they did between two looks, those that began meanwhile included; busiest first. Pure.
std::vector<ProcessWork> work_between(const std::vector<ProcessWork>& before,
                                      const std::vector<ProcessWork>& after);

/// "stress (4711) 1.0" and so on: of the three busiest, those that used a twentieth of a CPU, in
/// CPUs over so many seconds; "" if none did. Pure.
std::string busiest_text(const std::vector<ProcessWork>& work, double seconds);

/// What is known of when that ends: since when those processes run, of the seconds that the machine is up,
/// and whether the load of 1, 5, 15 minutes rises or falls. Nothing tells the end itself. Pure.
std::string outlook_text(const std::vector<ProcessWork>& work, double seconds, double uptime,
                         const std::array<double, 3>& loads);

/// The same of now.
std::string outlook_now(const std::vector<ProcessWork>& work, double seconds);

}  // namespace numapack::probe
