// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "triangle/triangle_plan.hpp"

namespace numapack {

/// Gives blocks of lines to the tasks of a plan: each to the node that most of its elements are on, unless
/// that leaves one task much more than its threads' share; else in stretches by the threads. A block that is
/// not at home on its task's node is buffered there. Pure.
void deal_lines(TrianglePlan& plan, const std::vector<Range>& blocks, const HomeMap& homes);

/// All threads of some teams.
int layout_threads(const std::vector<TeamLayout>& layout);

}  // namespace numapack
