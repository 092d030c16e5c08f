// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace numapack {

/// Has every option of the verbs that takes a number of 0 or more refuse others, which CLI11 takes as huge
/// ones.
void refuse_negative_numbers(CLI::App& app);

/// Throws CLI::ValidationError for a list with nothing between two commas, before the first or behind the
/// last; CLI11 leaves such items out. `words`: of the command line, its verb first.
void refuse_empty_items(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace numapack
