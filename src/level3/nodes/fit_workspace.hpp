// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/nodes/plan_context.hpp"

namespace numapack {

/// Shrinks a task until its workspace is at most `limit` bytes: first less of K and of the columns of B at
/// once, by whatever moves the fewest bytes again (A crosses once a jc block, C twice a kc block), then mc.
/// Always leaves a legal task; returns false if even the smallest is larger than the limit. Sets
/// workspace_bytes.
bool fit_workspace(const PlanContext& context, const Needs& needs, std::size_t limit, NodeTask& task);

}  // namespace numapack
