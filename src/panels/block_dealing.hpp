// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/panel_plan.hpp"

namespace numapack {

/// Says who owns each block of a plan that has its blocks and tasks: the task on whose node most of the
/// block's elements are, unless that leaves one task with much more than its share of the arithmetic; a block
/// without a majority, and all of them in that case, are dealt in turn (the block-cyclic distribution of HPL
/// and ScaLAPACK). Pure.
void deal_blocks(PanelPlan& plan, const HomeMap& homes);

}  // namespace numapack
