// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/plan/plan.hpp"
#include "runtime/watch.hpp"

namespace numapack {

/// Bytes that would cross between `nodes` nodes in a product by a BLAS that knows none: all of them take
/// part, as rows x columns parts of C of which each reads its part of A, B and C where that lies, A and B
/// once, C in and out for each 256 steps of K; of what a node reads, 1 / nodes happens to be at home, and the
/// division is the one that moves the least. Real ones pack A again for each block of columns, and move more.
/// Pure.
double oblivious_bytes(const Call& call, int nodes);

/// The same of a triangle of so many bytes, which every node reads, and lines (see TriangleCall), which are
/// C of the products that do the work: of order / 2 steps on the average.
double oblivious_bytes_of_triangle(double triangle_bytes, double lines_bytes, Index order, int nodes);

/// The call's products go by this plan: a load where calls are not watched. `nodes`: that have a team.
void note(const Plan& plan, int nodes);

/// "panels": as traces name a task's algorithm.
const char* algorithm_word(const NodeTask& task);

}  // namespace numapack
