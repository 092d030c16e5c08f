// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "memory/homes/homes.hpp"
#include "memory/placement.hpp"

namespace numapack {

/// Homes of a column-major matrix when each page is where a placement without open ends asks; pages are taken
/// as small against blocks. First touch, and a replicated matrix's first copy, by or on `first_touch_node`.
HomeMap home_of(const Placement& placement, Index rows, Index columns, int nodes, int first_touch_node);

}  // namespace numapack
