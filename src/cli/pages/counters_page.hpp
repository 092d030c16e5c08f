// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace numapack {

/// A document "counters" (counters/summary.hpp) for people: a table a set, then what is missing.
std::string describe_counters(const nlohmann::json& counters);

}  // namespace numapack
