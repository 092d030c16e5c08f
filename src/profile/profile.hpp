#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// The machine in figures: what a cost model needs. Rows: the node where the core is; columns: the home of
/// the data.
struct Profile {
  std::string source;                           ///< "estimated from firmware distances", or a measurement
  std::vector<std::vector<double>> latency_ns;  ///< one access
  std::vector<std::vector<double>> bandwidth_gb_per_s;  ///< all cores of the row's node together, reading
  double core_gflops = 0;                               ///< double precision FMA rate of one core
  /// One barrier within a node; measured 0.2 on two cores (bench/region_cost).
  double barrier_us = 0.3;
  /// Waking the team of one node and leaving it again, threads still spinning from the call before: measured
  /// 0.5. Waking sleepers takes 13, but they sleep only after 50 us of spinning, so a program that lets them
  /// pays at most a quarter of the time that it spent elsewhere; counting 13 here would keep back-to-back
  /// calls below n = 100 on one thread.
  double wake_us = 1;

  double latency(int from, int home) const {
    return latency_ns[static_cast<std::size_t>(from)][static_cast<std::size_t>(home)];
  }
  double bandwidth(int from, int home) const {
    return bandwidth_gb_per_s[static_cast<std::size_t>(from)][static_cast<std::size_t>(home)];
  }
};

/// What can be said without measuring: latency and bandwidth scaled from firmware distances around the
/// figures of the paper's machine (90, 156, 241 ns; Electronics 2021, 10, 1984, section 4.1).
Profile estimate_profile(const Machine& machine);

}  // namespace numapack
