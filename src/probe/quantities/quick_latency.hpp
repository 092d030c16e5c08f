// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "probe/quantities/latency.hpp"

namespace numapack::probe {

/// What of a machine's latencies is measured within some seconds.
struct QuickLatency {
  LatencyOptions options;
  int rounds = 1;
};

/// Of these cores (none: as many as fit: all of up to 16, one of each cache's group, one of each node) to the
/// memory of these nodes: the most cells, in up to three rounds, that are expected to take no longer than
/// `seconds`. A stretch is four or two times the last cache if that is soon made, else 64 MiB or less that
/// each visit first flushes from the caches. The least possible if even that takes longer. Pure.
QuickLatency quick_latency(const Machine& machine, const std::vector<int>& cores,
                           const std::vector<int>& nodes, double seconds);

}  // namespace numapack::probe
