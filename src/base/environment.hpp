// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace numapack {

/// Value of an environment variable, or nothing if unset or empty.
std::optional<std::string> environment(const char* name);

/// "4096", "64K", "1.5G" (powers of 1024, suffix K, M, G or T, an optional "B" or "iB") as bytes.
/// Throws Error(invalid_argument) naming `what`, the text and the form allowed.
std::size_t parse_bytes(std::string_view text, std::string_view what);

/// "64", or with a suffix as above "1k", "64Ki", "2G": how many columns, rows or elements; nothing for any
/// other text.
std::optional<std::int64_t> parse_elements(std::string_view text);

/// "0-3,8" as {0,1,2,3,8}: the kernel's list format. Throws Error(invalid_argument) naming `what`.
std::vector<int> parse_list(std::string_view text, std::string_view what);

}  // namespace numapack
