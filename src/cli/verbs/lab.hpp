// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

namespace numapack {

constexpr const char* kLabVerb = "lab";

/// Only so that it is listed: exec_lab() comes before anything is parsed.
void add_lab(CLI::App& app);

/// Becomes the lab, with these arguments (null-terminated), which are passed on as they are. Returns only by
/// Error: no Python, or the lab's files are not there.
void exec_lab(char** arguments);

}  // namespace numapack
