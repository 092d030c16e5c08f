// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "profile/document/measured.hpp"

namespace numapack {

/// Whose figures they are, where they come from, and that they were not measured now.
std::string whose_figures(const MeasuredProfile& profile, const std::string& path);

/// What the profile has, table by table, in a line.
std::string tables_text(const MeasuredProfile& profile);

}  // namespace numapack
