// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "peer/work/job.hpp"

namespace numapack {

/// One line: sizes, type, operations, threads, homes.
std::string describe_problem(const Job& job, const Machine& machine);

/// The document's "problem"; docs/reference/compute/gemm.md describes it.
nlohmann::json problem_to_json(const Job& job, const Machine& machine);

}  // namespace numapack
