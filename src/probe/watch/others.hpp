// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack::probe {

/// Who has worked on the machine so far.
struct WorkCount {
  double seconds = 0;            ///< when, on the steady clock
  double own_seconds = 0;        ///< CPU time of this process
  std::map<int, double> by_cpu;  ///< busy seconds of each hardware thread, of all processes; empty: unknown
  int running = 0;               ///< threads that run or want to, this process's one included
  std::map<int, double> stolen_by_cpu;  ///< seconds of each hardware thread that the host gave to others
};

/// Of a text like /proc/stat. Times in it are in ticks. Pure.
WorkCount work_in(const std::string& text, double ticks_a_second);

/// Of this machine, now.
WorkCount work_now();

/// What other processes did while this process measured.
struct OthersAtWork {
  bool known = false;
  double seconds = 0;       ///< of measuring
  double cpus = 0;          ///< CPU time of others a second
  double sibling_cpus = 0;  ///< of that, on siblings of the hardware threads that measure: at most so much
  int running = 0;          ///< most runnable threads of others, of all looks
};

/// Between two counts; `siblings`: see siblings_of(). What the process used is subtracted; the kernel counts
/// in ticks, so that a difference below zero is none. Pure.
OthersAtWork others_between(const WorkCount& before, const WorkCount& after,
                            const std::vector<int>& siblings);

/// Several stretches of time together. Pure.
OthersAtWork added_up(const OthersAtWork& one, const OthersAtWork& other);

/// Hardware threads on which no thread that measures ever sits, though their core measures. Pure.
std::vector<int> siblings_of(const Machine& machine);

/// A line for people; "" where nothing is known. Pure.
std::string others_text(const OthersAtWork& others);

}  // namespace numapack::probe
