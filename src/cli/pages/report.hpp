// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/runs/conditions.hpp"
#include "peer/comparison.hpp"

namespace numapack {

/// The page that `numapack gemm` prints.
std::string describe(const Job& job, const Machine& machine, const Conditions& conditions,
                     const ComparisonResult& result);

/// The document that `numapack gemm --json` writes; docs/reference/gemm.md describes it.
nlohmann::json to_json(const Job& job, const Machine& machine, const Conditions& conditions,
                       const ComparisonResult& result);

}  // namespace numapack
