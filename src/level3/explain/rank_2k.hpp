// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/plan/plan.hpp"

namespace numapack {

/// What crosses between nodes in a syr2k or her2k, which is two products, one after the other: C += A B' by
/// `first`, then C += B A' by `second`, whose A and B are the other way round.
struct Rank2kTraffic {
  double crossing_bytes = 0;
  /// The least for the first plan's owners: of A and of B all lines of a part's rows and columns once, C once
  /// out and, where it is read, once in.
  double least_bytes = 0;
};

/// `homes`: of the first. Pure.
Rank2kTraffic traffic_of_rank_2k(const Plan& first, const Plan& second, const Homes& homes);

/// The second product's call and homes, of the first's.
Call mirrored(Call first);
Homes mirrored(Homes first);

}  // namespace numapack
