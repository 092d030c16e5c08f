// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "doctor/examine.hpp"

namespace numapack {

/// The page that `numapack doctor` prints: a verdict, what matters and what is worth knowing with their costs
/// and commands, what is fine, what was not looked at. Its tables are at most `width` characters wide; 0: as
/// wide as they are read well.
std::string describe(const Examination& found, const SystemFacts& facts, std::size_t width);

/// The document that `numapack doctor --json` writes; docs/reference/measure/doctor.md describes it.
nlohmann::json to_json(const Examination& found, const SystemFacts& facts);

/// All that was read; what could not be is null, and "unread" says why.
nlohmann::json to_json(const SystemFacts& facts);

}  // namespace numapack
