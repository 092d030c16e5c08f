// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/pages/linpack_studies.hpp"
#include "cli/predict/linpack_time.hpp"
#include "cli/runs/conditions.hpp"

namespace numapack {

/// Cases with what came of them.
struct LinpackGroup {
  std::vector<LinpackCase> cases;
  LinpackRuns runs;
  std::vector<std::optional<TimedPrediction>> times;  ///< as the cases: of numapack what was predicted, too
};

/// HPL's threshold for its scaled residual.
inline constexpr double residual_threshold = 16;

/// True unless a library failed or a residual is not below the threshold.
bool sound(const LinpackCase& one, const LinpackResult& result);

/// The page that `numapack linpack` prints.
std::string describe(const LinpackRequest& request, const std::vector<LinpackGroup>& groups,
                     const Machine& machine, const Conditions& conditions);

/// The document that `numapack linpack --json` writes; docs/reference/compute/linpack.md describes it.
nlohmann::json to_json(const LinpackRequest& request, const std::vector<LinpackGroup>& groups,
                       const Machine& machine, const Conditions& conditions);

}  // namespace numapack
