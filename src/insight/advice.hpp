// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "insight/inference.hpp"
#include "insight/interleave_weights.hpp"
#include "insight/patterns.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// Cores that should share a variable.
struct PinGroup {
  std::vector<int> pus;
};

/// Nodes by what reaching their memory costs, nearest first.
struct NodeChoice {
  int node = -1;
  double latency_ns = 0;
  double gb_per_s = 0;  ///< 0: not measured
  double threads = 0;   ///< that the bandwidth is of; 0: not said
};
struct NodeOrder {
  int from = -1;
  std::vector<NodeChoice> choices;
};

struct PatternAdvice {
  PatternCost cost;
  PatternStep bottleneck;  ///< the dearest step of the path
  double crossing = 0;     ///< share of the time spent on steps between nodes
};

/// The three suggestions of wrBench (J. Comput. Sci. Technol. 38(6), 2023, section 6.2), made concrete. Empty
/// parts: not measured.
struct Advice {
  Inferences inferences;
  std::vector<PinGroup> groups;
  std::string groups_share;              ///< "L3", or "nearness" where no cache was measured
  double inside_ns = 0, outside_ns = 0;  ///< outside: the nearest core beyond the group; 0: none
  std::uint64_t fast_bytes = 0;          ///< shared blocks up to this stay fast
  std::string fast_because;              ///< what says so
  std::vector<NodeOrder> nodes;
  InterleaveAdvice interleave;
  std::vector<PatternAdvice> patterns;
  int threads = 0;                            ///< that the patterns connect
  std::size_t pairs = 0, pairs_measured = 0;  ///< latencies that the patterns may use
};

/// `pus`: the threads of the barriers and broadcasts; empty: the first hardware thread of every core. Pure.
/// Throws Error(invalid_argument) for a thread that the machine does not have.
Advice advise(const MeasuredProfile& profile, const std::vector<int>& pus = {});

}  // namespace numapack
