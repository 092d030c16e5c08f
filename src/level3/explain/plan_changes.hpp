// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "level3/plan/plan.hpp"

namespace numapack {

/// What a measured profile changes in a plan, a sentence each: who works, the grid, the parts of C, copies,
/// bytes that cross, the estimated time. Both plans are of the same problem. Never empty: if nothing differs
/// it says so.
std::vector<std::string> plan_changes(const Plan& estimated, const Plan& used, const Machine& machine);

}  // namespace numapack
