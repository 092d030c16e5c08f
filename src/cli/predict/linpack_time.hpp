// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/plans/prediction.hpp"
#include "peer/linpack_runs.hpp"

namespace numapack {

/// What numapack takes for a Linpack job by its plans, with the matrix where its initialisation and policy
/// put it: getrf and getrs with one right-hand side, or the outer product.
Prediction predict(const LinpackJob& job, const Machine& machine, const ChosenProfile& chosen);

/// That next to what the case took; of other libraries, and of what failed, nothing.
std::optional<TimedPrediction> time_of(const LinpackCase& one, const LinpackResult& result,
                                       const Machine& machine, const ChosenProfile& chosen);

/// Of several cases: a row each. `times` as `cases`.
std::string describe(const std::vector<LinpackCase>& cases,
                     const std::vector<std::optional<TimedPrediction>>& times, const Machine& machine);

}  // namespace numapack
