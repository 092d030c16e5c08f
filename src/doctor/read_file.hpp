// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "doctor/facts.hpp"

namespace numapack {

// Files of one value below a root. Why there is none names the file as the machine has it.

/// The first line, without blanks at its ends.
Fact<std::string> line_in(const std::filesystem::path& root, const std::string& file);

/// The whole line must be a number.
Fact<double> number_in(const std::filesystem::path& root, const std::string& file);
Fact<int> integer_in(const std::filesystem::path& root, const std::string& file);

/// The kernel's list format; an empty file is an empty list.
Fact<std::vector<int>> list_in(const std::filesystem::path& root, const std::string& file);

/// The word in brackets.
Fact<std::string> choice_in(const std::filesystem::path& root, const std::string& file);

}  // namespace numapack
