// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lapack/cholesky_plan.hpp"

namespace numapack {

/// A potrf's plan as a person reads it: its steps by kind, who computes what in the largest, and what crosses
/// between nodes beside the least.
std::string describe(const CholeskyPlan& plan, const KernelShape& kernel, const Machine& machine);

/// The same as a document, with every step.
nlohmann::json cholesky_to_json(const CholeskyPlan& plan, const KernelShape& kernel, const Machine& machine);

}  // namespace numapack
