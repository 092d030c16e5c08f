// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/options/conditions.hpp"
#include "peer/comparison.hpp"

namespace numapack {

/// One line: sizes, type, operations, threads, homes.
std::string describe_problem(const Job& job, const Machine& machine);

/// The page that `numapack gemm` prints.
std::string describe(const Job& job, const Machine& machine, const Conditions& conditions,
                     const ComparisonResult& result);

nlohmann::json problem_to_json(const Job& job, const Machine& machine);

/// The document that `numapack gemm --json` writes; docs/gemm.md describes it.
nlohmann::json to_json(const Job& job, const Machine& machine, const Conditions& conditions,
                       const ComparisonResult& result);

}  // namespace numapack
