// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>

#include "level3/plan/plan.hpp"
#include "memory/pages/census.hpp"

namespace numapack {

/// A plan with kernel numbers for nodes; traffic as matrices [reader or writer][home] in bytes.
nlohmann::json plan_to_json(const Plan& plan, const Machine& machine);

/// Pages of A, B and C by node (keys: kernel numbers).
/// Pages of one stretch of memory, by node.
nlohmann::json census_to_json(const Census& census, const Machine& machine);

nlohmann::json pages_to_json(const std::array<Census, 3>& pages, const Machine& machine);

}  // namespace numapack
