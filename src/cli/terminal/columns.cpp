// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/columns.hpp"

#include <algorithm>

namespace numapack {

namespace {

/// Bytes that are no UTF-8 are kept apart from characters: above all of Unicode.
constexpr char32_t raw_bytes = 0x110000;

bool has_cells(const std::u32string& line) {
  const std::size_t gap = line.find(U"  ", indent_of(line));
  return gap != std::u32string::npos && line.find_first_not_of(U' ', gap) != std::u32string::npos;
}

std::size_t length_of(unsigned char first) {
  return first < 0x80             ? 1
         : (first & 0xE0) == 0xC0 ? 2
         : (first & 0xF0) == 0xE0 ? 3
         : (first & 0xF8) == 0xF0 ? 4
                                  : 0;
}

}  // namespace

std::size_t indent_of(const std::u32string& line) {
  return std::min(line.find_first_not_of(U' '), line.size());
}

std::vector<Column> columns_of(const std::vector<std::u32string>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.size());
  std::vector<bool> blank(width, true);
  for (const auto& line : lines)
    for (std::size_t at = 0; at < line.size(); ++at) blank[at] = blank[at] && line[at] == U' ';
  std::vector<Column> columns;
  std::size_t at = 0;
  while (at < width && blank[at]) ++at;
  while (at < width) {
    std::size_t end = at;
    while (end < width && !(blank[end] && (end + 1 >= width || blank[end + 1]))) ++end;
    columns.push_back({at, end, false});
    at = end;
    while (at < width && blank[at]) ++at;
  }
  for (Column& column : columns) {
    for (std::size_t row = 1; row < lines.size() && !column.words; ++row) {
      const std::u32string& line = lines[row];
      const std::size_t begin = line.find_first_not_of(U' ', column.begin);
      if (begin >= column.end) continue;
      const std::size_t gap = line.find(U' ', begin);
      column.words = gap < column.end && line.find_first_not_of(U' ', gap) < column.end;
    }
  }
  return columns;
}

std::size_t end_of_table(const std::vector<std::u32string>& lines, std::size_t at) {
  std::size_t end = at, first_cell = std::u32string::npos;
  for (std::size_t line = at; line < lines.size(); ++line) {
    if (has_cells(lines[line])) {
      first_cell = std::min(first_cell, lines[line].find(U"  ", indent_of(lines[line])));
      end = line + 1;
    } else if (lines[line].size() > first_cell || line == at) {
      break;
    }
  }
  return end - at >= 2 ? end : at;
}

std::u32string from_utf8(std::string_view text) {
  std::u32string characters;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = length_of(first);
    char32_t character = length == 1 ? first : first & (0xFFU >> (length + 1));
    bool good = length > 0 && at + length <= text.size();
    for (std::size_t i = 1; good && i < length; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      good = (next & 0xC0) == 0x80;
      character = character << 6 | (next & 0x3F);
    }
    characters += good ? character : raw_bytes + first;
    at += good ? length : 1;
  }
  return characters;
}

std::string to_utf8(const std::u32string& text) {
  std::string bytes;
  const auto more = [&](char32_t character, int shift) {
    bytes += static_cast<char>(0x80 | (character >> shift & 0x3F));
  };
  for (const char32_t character : text) {
    if (character >= raw_bytes) {
      bytes += static_cast<char>(character - raw_bytes);
    } else if (character < 0x80) {
      bytes += static_cast<char>(character);
    } else if (character < 0x800) {
      bytes += static_cast<char>(0xC0 | character >> 6);
      more(character, 0);
    } else if (character < 0x10000) {
      bytes += static_cast<char>(0xE0 | character >> 12);
      more(character, 6);
      more(character, 0);
    } else {
      bytes += static_cast<char>(0xF0 | character >> 18);
      more(character, 12);
      more(character, 6);
      more(character, 0);
    }
  }
  return bytes;
}

}  // namespace numapack
