// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lu/lu_plan.hpp"

namespace numapack {

/// Bytes that cross between nodes in a factorisation.
struct LuTraffic {
  double crossing_bytes = 0;  ///< by plan
  double least_bytes = 0;     ///< for these owners, if each kept what it has once read
  double blind_bytes = 0;     ///< by a BLAS that knows no nodes, see blind_bytes() of a product
};

/// Each panel is copied once by every other node that has a block behind it, and a node reads and writes the
/// rows of its blocks from the panel's on once for each panel, where they lie. A BLAS that knows no nodes
/// has the same steps on all `nodes`: each reads the panel, and of the blocks 1 / nodes happens to be at
/// home. What stays in caches from one step to the next is not taken off.
/// The least is each panel once to every other node with a block behind it, and each block that is not at
/// home once in and once out. Pure.
LuTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes);

}  // namespace numapack
