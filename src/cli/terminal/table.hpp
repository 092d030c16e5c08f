// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

}  // namespace numapack
