// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "probe/running/runner.hpp"

namespace numapack {

/// Bandwidth and latency point by point, shares of writes next to each other, a table for each (core, node),
/// and where each curve has its knee.
std::string loaded_latency_page(const probe::RunResult& result, const Machine& machine);

}  // namespace numapack
