// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/kernel_costs.hpp"
#include "profile/document/tuned.hpp"

namespace numapack {

/// The machine in figures: what a cost model needs. Rows: the node where the core is; columns: the home of
/// the data.
struct Profile {
  std::string source;                           ///< "estimated from firmware distances", or a measurement
  std::vector<std::vector<double>> latency_ns;  ///< one access
  std::vector<std::vector<double>> bandwidth_gb_per_s;  ///< all cores of the row's node together, reading
  double core_gflops = 0;                               ///< double precision FMA rate of one core
  double barrier_us = 1;                                ///< one barrier within a node
  /// Waking the team of one node, and what it costs that several cores write and read the same packed panels:
  /// between what threads that spin and threads that sleep take; two threads overtake one where they should
  /// (CL-169, CL-170).
  double wake_us = 5;
  /// Memory that a node's threads together touch for the first time (PR-010).
  double fresh_gb_per_s = 4;
  /// Bytes that can be read from a memory while one is written: reading and writing share it.
  double bytes_a_written_byte = 1;
  /// Cache lines that a core has on their way from memory at a time: its bandwidth times latency.
  double lines_in_flight = 16;
  double panel_share = 0.5;  ///< of a core's FMA rate, in loops over a column at a time (Z4-069)
  /// Flops that take as long as an element that is copied, packed or added to (Z4-069).
  double flops_an_element = 12;
  double step_us = 2;  ///< a step's beginning and end, with what it finds in no cache (Z4-069)
  /// Figures that somebody measured, or a document prints, as `numapack predict --what-if` names them; the
  /// others are assumed_figures().
  std::set<std::string> known = {};
  std::vector<KernelCosts> kernel_costs;    ///< measured ones, by routine and type
  std::vector<TunedBlocking> tuned;         ///< cache blocks to use instead of the built-in ones, by kernel
  std::vector<TunedFigures> tuned_figures;  ///< to use instead of a row's

  double latency(int from, int home) const {
    return latency_ns[static_cast<std::size_t>(from)][static_cast<std::size_t>(home)];
  }
  /// Seconds until a node's threads have begun what a thread of `from` gives them: one level of waking within
  /// a node; another node's manager is woken first (Electronics 2021, 10, 1984, section 4.3), over lines that
  /// cross.
  double wake_s(int from, int node) const {
    const double levels = node == from ? 1 : 1 + std::max(1.0, latency(from, node) / latency(from, from));
    return levels * wake_us * 1e-6;
  }
  double bandwidth(int from, int home) const {
    return bandwidth_gb_per_s[static_cast<std::size_t>(from)][static_cast<std::size_t>(home)];
  }
  /// Of one core by itself: its lines in flight over the latency, and no more than all cores get.
  double core_bandwidth(int from, int home) const {
    constexpr double line_bytes = 64;
    return std::min(lines_in_flight * line_bytes / latency(from, home), bandwidth(from, home));
  }
};

/// What a routine's steps take on a core of this machine: measured, or assumed to be the share of its FMA
/// rate that they were found to have elsewhere (Z4-069); `calls` is 0 then.
KernelCosts kernel_costs_of(const Profile& profile, const std::string& routine, const std::string& type);

/// What can be said without measuring: latency and bandwidth scaled from firmware distances around the
/// figures of the paper's machine (90, 156, 241 ns; Electronics 2021, 10, 1984, section 4.1).
Profile estimate_profile(const Machine& machine);

}  // namespace numapack
