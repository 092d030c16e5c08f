// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace numapack {

/// Of a table in text: characters [begin, end) of each line.
struct Column {
  std::size_t begin, end;
  bool words;  ///< below its heading a cell has several of them
};

/// How many blanks a line begins with.
std::size_t indent_of(const std::u32string& line);

/// The columns that all lines have, between two or more blanks in every line.
std::vector<Column> columns_of(const std::vector<std::u32string>& lines);

/// Where the table ends that begins at line `at`, or `at` where none does: neighbours of two or more cells
/// each, and between them lines that have the first cell only.
std::size_t end_of_table(const std::vector<std::u32string>& lines, std::size_t at);

/// A character each; what is no UTF-8 as it is, byte by byte.
std::u32string from_utf8(std::string_view text);
std::string to_utf8(const std::u32string& text);

}  // namespace numapack
