// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "insight/advice.hpp"

namespace numapack {

/// The page that `numapack advise` prints.
std::string describe(const Advice& advice, const MeasuredProfile& profile);

/// The document that `numapack advise --json` writes; docs/reference/measure/advise.md describes it.
nlohmann::json to_json(const Advice& advice);

}  // namespace numapack
