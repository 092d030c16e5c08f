// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "level3/nodes/traffic.hpp"
#include "packed/packed_plan.hpp"

namespace numapack {

/// A product with a prepacked operand, as far as it decides what crosses.
struct PrepackedProduct {
  Index others = 0;  ///< columns of op(B), or rows of op(A) where B is prepacked
  bool reads_c = true;
  bool caller_only = false;   ///< too small for teams: the calling thread, on the first team's node
  HomeSums packed, other, c;  ///< homes of op(A), op(B) and C, by which of A and B is prepacked
};

/// Bytes that a step moves, and the least that it could with the same threads' shares.
struct PrepackedTraffic {
  Traffic packed, other, c;  ///< of each operand, [node][home]
  double least_crossing = 0;

  double crossing() const { return packed.crossing() + other.crossing() + c.crossing(); }
};

/// Laying the operand out: each part comes once from where the matrix lies. The least: of each node's share
/// what is more than it has at home. Pure.
PrepackedTraffic packing_step(const PackedPlan& plan, const PrepackedProduct& product, std::size_t nodes);

/// Each product: of the prepacked operand nothing crosses, unless the calling thread works alone; the other
/// one crosses once to each node, C is read (a store fetches its line) and written. The least: the other
/// operand once to each node that has it not; of C, in and out, what a node's share is more than it has at
/// home; out only where C is not read. Pure.
PrepackedTraffic product_step(const PackedPlan& plan, const PrepackedProduct& product, std::size_t nodes);

/// The plan as a person reads it. `name`: of the prepacked operand, as its caller has it, A or B.
std::string explain(const PackedPlan& plan, const PrepackedProduct& product, char name,
                    const Machine& machine);

}  // namespace numapack
