// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/predict/calibrate.hpp"
#include "cli/predict/published.hpp"

namespace numapack {

/// Rates of kernels, a row each.
std::string describe(const std::vector<KernelCosts>& costs);
nlohmann::json to_json(const std::vector<KernelCosts>& costs);

/// Random calls, predicted and timed: errors of all and by routine.
std::string describe(const Check& check, std::uint64_t seed);
nlohmann::json to_json(const Check& check, std::uint64_t seed);

/// Numbers of a document, and what the model makes of them.
std::string describe(const std::vector<PublishedCell>& cells);
nlohmann::json to_json(const std::vector<PublishedCell>& cells);

}  // namespace numapack
