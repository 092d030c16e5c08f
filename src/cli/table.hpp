#pragma once

#include <string>
#include <vector>

namespace numapack {

/// Rows of text as columns: the first column flush left, the others flush right, two spaces between.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace numapack
