// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/nodes/plan_context.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

/// How often a task moves each byte of its parts, by the loops of its algorithm. What all threads of a node
/// read as it lies crosses once if it stays in the node's caches (task.why.cache_bytes), else as often as it
/// is read.
Passes passes_of(const NodeTask& task, const Call& call, const KernelShape& kernel);

/// How often what is stored of a symmetric operand is read for some lines along K: elements between these
/// lines twice, as stored and mirrored, where the caches do not keep them together with packed B. 1 of other
/// ones.
double times_mirrored(const Pattern& pattern, Index lines, const NodeTask& task, const Call& call);

/// Of A, B and C together, of one home.
double bytes_moved(const Passes& passes, const Needs& needs, std::size_t home);

/// Bytes of the lines that a part of the problem lies in: where columns are no whole lines, or a part ends
/// within one, more than its own. Operands are taken to begin with a line.
Needs in_whole_lines(const Needs& needs, const Call& call, Range rows, Range columns);

/// Adds what a node moves for its part to the row of `node`.
void add_traffic(Traffic& traffic, int node, const Needs& needs, const Passes& passes);

}  // namespace numapack
