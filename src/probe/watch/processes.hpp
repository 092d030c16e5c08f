// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace numapack::probe {

/// CPU time of one process.
struct ProcessWork {
  int pid = 0;
  std::string name;
  double cpu_seconds = 0;
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

}  // namespace numapack::probe
