// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "triangle/triangle_plan.hpp"

namespace numapack {

/// Assigns blocks of right-hand sides to the tasks of a plan: each to the node with most of its elements,
/// unless that gives one task much more than its threads' share; else consecutive blocks in proportion to
/// threads. A block that is not at home on its task's node is buffered there. Pure.
void deal_rhs(TrianglePlan& plan, const std::vector<Range>& blocks, const HomeMap& homes);

/// All threads of some teams.

}  // namespace numapack
