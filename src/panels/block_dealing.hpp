// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/panel_plan.hpp"

namespace numapack {

/// Assigns an owner to each block of a plan: the task on the node with most of the block's elements, unless
/// that gives one task much more than its share of the arithmetic. Blocks without a majority, and in that
/// case all blocks, are distributed cyclically (the block-cyclic distribution of HPL and ScaLAPACK). Pure.
void deal_blocks(PanelPlan& plan, const HomeMap& homes);

}  // namespace numapack
