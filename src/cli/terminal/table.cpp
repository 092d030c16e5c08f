// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace numapack {

std::string grouped(std::int64_t value) {
  std::string text = std::to_string(value < 0 ? -value : value);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return value < 0 ? "-" + text : text;
}

std::string Table::text(const std::vector<std::size_t>& flush_left) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const bool words =
          column == 0 || std::find(flush_left.begin(), flush_left.end(), column) != flush_left.end();
      if (column > 0) line += "  ";
      line += words ? fmt::format("{:<{}}", row[column], widths[column])
                    : fmt::format("{:>{}}", row[column], widths[column]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

void CrossTable::set(const std::string& row, const std::string& column, std::string text) {
  if (std::ranges::find(rows_, row) == rows_.end()) rows_.push_back(row);
  if (std::ranges::find(columns_, column) == columns_.end()) columns_.push_back(column);
  cells_[{row, column}] = std::move(text);
}

std::string CrossTable::text(const std::string& missing) const {
  std::vector<std::string> header{title_};
  header.insert(header.end(), columns_.begin(), columns_.end());
  Table table(header);
  for (const std::string& row : rows_) {
    std::vector<std::string> line{row};
    for (const std::string& column : columns_) {
      const auto cell = cells_.find({row, column});
      line.push_back(cell == cells_.end() ? missing : cell->second);
    }
    table.row(std::move(line));
  }
  return table.text();
}

}  // namespace numapack
