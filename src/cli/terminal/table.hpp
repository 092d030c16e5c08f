// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace numapack {

/// "619433" as "619,433".
std::string grouped(std::int64_t value);

/// Rows of text as columns: the first column flush left, the others (but those of words) flush right, two
/// spaces between.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// `flush_left`: columns besides the first that are words.
  std::string text(const std::vector<std::size_t>& flush_left = {}) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// A table of two axes whose cells come one by one: rows and columns in the order of their first ones.
class CrossTable {
 public:
  explicit CrossTable(std::string title, std::vector<std::string> columns = {})
      : title_{std::move(title)}, columns_{std::move(columns)} {}
  void set(const std::string& row, const std::string& column, std::string text);
  bool empty() const { return rows_.empty(); }
  /// `missing`: in the place of cells that nobody set.
  std::string text(const std::string& missing = "") const;

 private:
  std::string title_;
  std::vector<std::string> columns_, rows_;
  std::map<std::pair<std::string, std::string>, std::string> cells_;
};

}  // namespace numapack
