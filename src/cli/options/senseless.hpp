// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace numapack {

/// Has every option of the verbs refuse what CLI11 takes: "nan" and "inf" for a number, a negative one for a
/// huge one where 0 or more is meant, and an empty value, which would stand for the option left out.
void refuse_senseless_values(CLI::App& app);

/// Throws CLI::ValidationError for a list with nothing between two commas, before the first or behind the
/// last; CLI11 leaves such items out. `words`: of the command line, its verb first.
void refuse_empty_items(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace numapack
