// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/plans/prediction.hpp"
#include "cli/runs/conditions.hpp"
#include "peer/comparison.hpp"

namespace numapack {

/// The page that `numapack gemm` prints. `time`: of numapack's own build, if it was measured.
std::string describe(const Job& job, const Machine& machine, const Conditions& conditions,
                     const ComparisonResult& result, const std::optional<TimedPrediction>& time);

/// The document that `numapack gemm --json` writes; docs/reference/compute/gemm.md describes it.
nlohmann::json to_json(const Job& job, const Machine& machine, const Conditions& conditions,
                       const ComparisonResult& result, const std::optional<TimedPrediction>& time);

}  // namespace numapack
