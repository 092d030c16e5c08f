// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "packed/packed_traffic.hpp"
#include "schedule/seconds.hpp"
#include "team/teams.hpp"

namespace numapack {

/// What a prepacked operand takes in seconds.
struct StayingSeconds {
  Seconds packing;  ///< laying it out, once, in memory that has been touched before
  Seconds product;  ///< each product
};

/// By gemm's costs: a part's threads pack all of the other operand for themselves, and each chunk of it meets
/// all of the part's panels, which come from memory. Pure.
StayingSeconds seconds_of(const PackedPlan& plan, const StayingProduct& product,
                          const std::vector<TeamLayout>& layout, const TimeModel& model);

}  // namespace numapack
