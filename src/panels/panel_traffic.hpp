// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "panels/panel_plan.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

/// Bytes that cross between nodes in a factorisation.
struct PanelTraffic {
  double crossing_bytes = 0;  ///< by plan
  double least_bytes = 0;     ///< for these owners, if each kept what it holds once read
  double blind_bytes = 0;     ///< by a BLAS that knows no nodes, see blind_bytes() of a product
};

/// Each panel once to every other node with a block behind it, and each block that is not at home once in and
/// once out. `more_rows`: that a panel has in addition those of A. Pure.
double least_crossing_bytes(const PanelPlan& plan, const HomeMap& homes, Index more_rows = 0);

/// A BLAS that knows no nodes has the steps of a factorisation in place on all `nodes`: each reads the panel,
/// and of the blocks 1 / nodes happens to be at home. Pure.
double blind_bytes(const PanelPlan& plan, int nodes);

}  // namespace numapack
