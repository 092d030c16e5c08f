// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "panels/panel_plan.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

/// Bytes that cross between nodes in a factorisation.
struct PanelTraffic {
  double crossing_bytes = 0;   ///< by plan
  double least_bytes = 0;      ///< for these owners, if each kept everything that it read
  double oblivious_bytes = 0;  ///< by a BLAS that knows no nodes, see oblivious_bytes() of a product
};

/// Elements that cross because blocks are not at home with their owners: copied in and out, or read and
/// written in place with each panel. Pure.
double blocks_in_and_out(const PanelPlan& plan, const HomeMap& homes, bool copied);

/// Each panel crosses once to every other node with a block to its right, and each block that is not at home
/// once in and once out. `more_rows`: rows of a panel in addition to A's. Pure.
double least_crossing_bytes(const PanelPlan& plan, const HomeMap& homes, Index more_rows = 0);

/// A NUMA-oblivious BLAS runs the steps of a factorisation in place on all `nodes`: each node reads the
/// panel, and 1 / nodes of the blocks happens to be at home. Pure.
double oblivious_bytes(const PanelPlan& plan, int nodes);

}  // namespace numapack
