// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "packed/packed_traffic.hpp"
#include "schedule/seconds.hpp"
#include "team/teams.hpp"

namespace numapack {

/// What a prepacked operand takes in seconds.
struct PrepackedSeconds {
  Seconds packing;  ///< laying it out, once, in memory that has been touched before
  Seconds product;  ///< each product
};

/// By gemm's costs. A part's threads pack the whole other operand, block by block, and read all panels of
/// their part from memory for each block. Pure.
PrepackedSeconds seconds_of(const PackedPlan& plan, const PrepackedProduct& product,
                            const std::vector<TeamLayout>& layout, const TimeModel& model);

}  // namespace numapack
