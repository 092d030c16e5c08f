// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include "triangle/triangle_traffic.hpp"

namespace numapack {

/// The plan of a trmm or trsm as `numapack plan --json` has it, see docs/plan.md.
nlohmann::json triangle_to_json(const TrianglePlan& plan, const TriangleHomes& homes, const Machine& machine);

}  // namespace numapack
