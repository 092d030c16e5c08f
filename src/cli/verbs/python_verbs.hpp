// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

namespace numapack {

constexpr const char* kLabVerb = "lab";
constexpr const char* kReportVerb = "report";

/// Only so that they are listed: exec_lab() and exec_report() come before anything is parsed.
void add_lab(CLI::App& app);
void add_report(CLI::App& app);

/// Becomes the lab, with these arguments (null-terminated), which are passed on as they are. Returns only by
/// Error: no Python, or the lab's files are not there.
void exec_lab(char** arguments);

/// Becomes the report likewise; the report receives the path of this command and runs it for its figures.
void exec_report(char** arguments);

}  // namespace numapack
