// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "profile/barrier_models.hpp"
#include "profile/document/reduction_step.hpp"

namespace numapack {

/// All steps until thread 0 has the sum; each thread takes its own in this order.
using ReductionTree = std::vector<ReductionStep>;

/// Pairs whose numbers differ by 1, 2, 4 … Pure.
ReductionTree reduction_by_number(int threads);

/// In each round the two nearest partial sums that are left become one, then the next two nearest; a sum
/// without a partner waits for the next round. Those left last may be far apart: where the tree by number has
/// the sum sooner, that one. `latency`: until the second thread sees what the first has written. Pure, if
/// `latency` is.
ReductionTree reduction_by_distance(int threads, const std::function<double(int, int)>& latency);

/// Whether each thread takes the same sums in the same order. Pure.
bool same_tree(ReductionTree one, ReductionTree other);

/// ns until thread 0 has the sum and the farthest thread has read it there, by the rules of
/// profile/barrier_models.hpp. Pure.
double predict_reduction(const ReductionTree& tree, const Latencies& latencies);

}  // namespace numapack
