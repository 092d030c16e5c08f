// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "probe/plans/plateaus.hpp"
#include "probe/running/runner.hpp"

namespace numapack {

/// Cores by nodes, median of the samples in ns, with least, greatest and difference of each node's column.
std::string latency_matrix(const probe::RunResult& result, const Machine& machine);

/// Cores by nodes: median of the samples in ns, and from the least to the greatest of them.
std::string quick_latency_page(const probe::RunResult& result, const Machine& machine);

/// Sizes by (core, node), then the plateaus of each and what the machine says has that size.
std::string latency_sweep(const probe::RunResult& result, const Machine& machine);

/// Strides by nodes and what follows; or latencies of the offsets of one stride, by core.
std::string channel_page(const probe::RunResult& result, const Machine& machine);

}  // namespace numapack
