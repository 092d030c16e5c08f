// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/runs/tune_run.hpp"

namespace numapack {

/// What was tried, what it changed, what stays and why.
std::string tune_page(const TuneOutcome& outcome);

/// The same, with every round; docs/reference/measure/tune.md describes it.
nlohmann::json to_json(const TuneOutcome& outcome);

}  // namespace numapack
