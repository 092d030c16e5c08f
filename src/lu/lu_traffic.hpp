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

/// What crosses is a walk over the schedule. A BLAS that knows no nodes has the steps of a factorisation in
/// place on all `nodes`: each reads the panel, and of the blocks 1 / nodes happens to be at home. Pure.
LuTraffic traffic_of(const LuPlan& plan, const HomeMap& homes, int nodes);

/// Each panel once to every other node with a block behind it, and each block that is not at home once in and
/// once out. Pure.
double least_crossing_bytes(const LuPlan& plan, const HomeMap& homes);

}  // namespace numapack
