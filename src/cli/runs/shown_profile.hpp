// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

/// "2 x Kunpeng 920-6426, published figures", or what measured them and when.
std::string whose(const MeasuredProfile& profile);

/// That its figures are from.
std::vector<std::string> documents_of(const MeasuredProfile& profile);

/// Whose figures they are, where they come from, and that they were not measured now.
std::string whose_figures(const MeasuredProfile& profile, const std::string& path);

/// What the profile has, table by table, in a line.
std::string tables_text(const MeasuredProfile& profile);

}  // namespace numapack
