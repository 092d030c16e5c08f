// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "level3/plan/plan.hpp"

namespace numapack {

/// The plan as a person reads it: grid, tasks, decisions with their reasons, bytes a node pair against the
/// bound.
std::string explain(const Plan& plan, const Machine& machine);

/// Why this many nodes and threads, why this grid: a sentence each.
std::vector<std::string> reasons_of(const Plan& plan, const Machine& machine);
/// One sentence a decision about one of its tasks, with the figures of formulas (1) to (3).
std::vector<std::string> reasons_of(const Plan& plan, const NodeTask& task);

/// "A: 75 % remote, 4 reads in place 12.3 ms, one copy 3.1 ms: copied".
std::string describe(char operand, const LocaliseFigures& figures);

}  // namespace numapack
