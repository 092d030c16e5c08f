// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "probe/running/runner.hpp"

namespace numapack {

/// Latency and bandwidth: a line for each reader, owner and home; a column for each level (or size) and
/// state.
std::string coherence_page(const probe::RunResult& result, const Machine& machine);

/// Pairs that may share a cache: for each level and distance how many there are, and what they pay.
std::string sharing_page(const probe::RunResult& result, const Machine& machine);

/// Core to core: numbers for up to 16 cores, a heat map for more; least, greatest, and the median of each
/// class of distance.
std::string handover_page(const probe::RunResult& result, const std::vector<int>& cores,
                          const Machine& machine, bool colour);

/// Readers by owners, median latency: numbers for up to 16 cores, a heat map for more.
std::string distance_page(const probe::RunResult& result, const std::vector<int>& cores,
                          const Machine& machine, bool colour);

}  // namespace numapack
