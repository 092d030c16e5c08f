// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "cli/runs/measuring.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// A quantity's page from a profile. "": the profile has no such figures.
using ProfilePage = std::string (*)(const MeasuredProfile&);

/// Whose figures they are, where they come from, and that they were not measured now.
std::string whose_figures(const MeasuredProfile& profile, const std::string& path);

/// What the profile has, table by table, in a line.
std::string tables_text(const MeasuredProfile& profile);

/// How every measuring verb shows a profile instead of measuring: with --from FILE.json, and without --list,
/// prints the profile's `page` (with --json the profile itself) and returns true; otherwise false.
/// `quantity`: "latencies of memory". Throws Error(invalid_argument) for a file that is no profile.
bool show_profile(const MeasuringOptions& options, const std::string& quantity, ProfilePage page);

}  // namespace numapack
