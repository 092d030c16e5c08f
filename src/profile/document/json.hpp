// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "profile/document/measured.hpp"

namespace numapack {

/// The document, one cell a line. docs/reference/measure/profile.md describes it.
std::string to_json_text(const MeasuredProfile& profile);

/// Throws Error(invalid_argument) with `where` and the place in the document: not JSON, another version, a
/// key that is missing, unknown or of the wrong type, a figure without value and without a reason. Checks
/// all, so that what comes back needs no checks.
MeasuredProfile profile_from_json(const std::string& text, const std::string& where);

/// The same from a file. Throws Error(invalid_argument) also if it cannot be read.
MeasuredProfile read_profile(const std::string& path);

/// Whether write_profile() could write so many bytes there: does so next to it, and leaves no file. Throws
/// Error(system) as that does.
void try_profile_file(const std::string& path, std::size_t bytes);

/// Written to a neighbouring file and renamed, so that nobody reads half of it; makes the folders on the way.
/// Throws Error(system).
void write_profile(const MeasuredProfile& profile, const std::string& path);

}  // namespace numapack
