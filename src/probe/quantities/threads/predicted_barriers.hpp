// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "probe/running/runner.hpp"

namespace numapack::probe {

/// Fills in what the barriers of these cells should take by the core-to-core times of a run of Handover, and
/// the trees of reductions by distance; leaves them alone if that has no figures. Pure.
void predict_barriers(std::vector<Cell>& cells, const RunResult& handover, const Machine& machine);

}  // namespace numapack::probe
