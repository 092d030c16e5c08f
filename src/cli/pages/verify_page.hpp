// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "insight/diff.hpp"

namespace numapack {

/// "+4.2 %": a ratio as a change.
std::string change_text(double ratio);

/// What `numapack probe --verify` says of two measurements of one machine, `percent` being the threshold of
/// their difference: cells that moved, by table, and the 20 that moved most. Pure.
std::string verify_page(const ProfileDifference& difference, double percent);

/// The same as a document (docs/reference/measure/probe.md), all cells that moved.
nlohmann::json verify_document(const ProfileDifference& difference, double percent);

}  // namespace numapack
