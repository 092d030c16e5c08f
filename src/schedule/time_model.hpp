// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

#include "kernel/kernel.hpp"
#include "machine/machine.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// What a step is made of, as far as it takes time.
struct StepWork {
  double flops = 0;        ///< in products of packed operands
  double panel_flops = 0;  ///< in loops over a column at a time: panels, tiles on a diagonal
  double elements = 0;     ///< that are copied, packed or added to
  double meetings = 0;     ///< of a gang: barriers of its threads
  bool is_copy = false;    ///< it moves what is not at home with its owner
};

/// A machine in seconds, for one routine and type: what a walk over a schedule with a clock needs.
struct TimeModel {
  KernelCosts costs;  ///< of one core
  /// [node of the core][home]: what one core reads or writes with nobody else at work. A core keeps so many
  /// lines in flight, whatever their latency (J. D. McCalpin, "Memory bandwidth and latency", 2010, by
  /// Little's law).
  std::vector<std::vector<double>> core_bytes_per_s;
  std::vector<std::vector<double>> link_bytes_per_s;  ///< likewise all cores of a node together
  std::vector<double> memory_bytes_per_s;             ///< what a node's memory gives to all
  double bytes_a_written_byte = 1;                    ///< that can be read in its time
  /// [node of the caller][node]: from the call to the first step of a thread that slept; empty: none sleeps.
  std::vector<std::vector<double>> wake_s;
  double barrier_s = 0;  ///< of a team

  /// Of one core by itself: nothing else than what it holds in its caches.
  double arithmetic_s(const StepWork& work, bool all_cores) const;
};

/// The model of a machine with this profile for a routine ("getrf"), of one type. Pure.
TimeModel time_model(const Machine& machine, const Profile& profile, std::string_view routine, Type type);

}  // namespace numapack
