// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace numapack {

/// Until `to` sees what `from` has written, ns.
using PairLatency = std::function<double(int from, int to)>;

/// One step of the way that decides when the last thread is through.
struct PatternStep {
  int from = -1, to = -1;  ///< hardware threads
  double ns = 0;
};

/// How long a way of communicating takes, and why.
struct PatternCost {
  std::string pattern;
  double ns = 0;
  std::vector<PatternStep> path;  ///< the critical one, in order of time; its steps sum to `ns`
};

/// Barriers "central", "tree", "tournament", "dissemination", "node-aware" and broadcasts "flat broadcast",
/// "binomial broadcast", "node-aware broadcast", reductions to the first thread "reduction by number" (pairs
/// whose numbers differ by 1, 2, 4 …) and "reduction by distance" (the nearest partial sums first) of these
/// threads, each on its node, from messages of one line: a flag is seen one latency after it is written, a
/// thread reads several flags one after another, a counter goes from hand to hand in the order given. The
/// model of wrBench's first suggestion (J. Comput. Sci. Technol. 38(6), 2023, section 6.2). Fewer than two
/// threads take no time. Pure.
std::vector<PatternCost> pattern_costs(const std::vector<int>& pus, const std::vector<int>& nodes,
                                       const PairLatency& latency);

}  // namespace numapack
