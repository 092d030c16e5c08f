// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include "packed/packed_traffic.hpp"

namespace numapack {

/// The plan of an operand that stays as `numapack plan --packed a --json` has it, see docs/plan.md. `name`:
/// of the operand, as its caller has it, A or B.
nlohmann::json packed_to_json(const PackedPlan& plan, const StayingProduct& product, char name,
                              const Machine& machine);

}  // namespace numapack
