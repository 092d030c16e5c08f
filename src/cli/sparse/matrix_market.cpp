// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/sparse/structures.hpp"

namespace numapack {

namespace {

struct Entry {
  Index row, column;
  double re, im;
};

class MatrixMarketFile {
 public:
  explicit MatrixMarketFile(const std::string& path) : path_(path), file_(path) {
    if (!file_) invalid("--file", path + " cannot be read", "name a Matrix Market file");
  }

  SparseMatrix read() {
    read_banner();
    const auto [rows, columns, count] = read_sizes();
    std::vector<Entry> entries;
    entries.reserve(static_cast<std::size_t>(std::min<Index>(2 * count, Index{1} << 28)));
    for (Index i = 0; i < count; ++i) read_entry(rows, columns, entries);
    return sorted(rows, columns, entries);
  }

 private:
  [[noreturn]] void refuse(const std::string& problem, const std::string& advice) const {
    invalid("--file", fmt::format("{}, line {}: {}", path_, line_number_, problem), advice);
  }

  /// The next line that is no comment.
  std::istringstream next_line(const char* what) {
    std::string line;
    while (std::getline(file_, line)) {
      ++line_number_;
      if (!line.empty() && line[0] != '%' && line.find_first_not_of(" \t\r") != std::string::npos)
        return std::istringstream(line);
    }
    refuse(fmt::format("the file ends before {}", what), "use a whole file");
  }

  void read_banner() {
    std::string line, banner, object, format;
    std::getline(file_, line);
    ++line_number_;
    std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
    std::istringstream words(line);
    words >> banner >> object >> format >> field_ >> symmetry_;
    const auto one_of = [](const std::string& word, std::initializer_list<const char*> allowed) {
      return std::find(allowed.begin(), allowed.end(), word) != allowed.end();
    };
    if (banner != "%%matrixmarket" || object != "matrix" || format != "coordinate")
      refuse("it is no sparse Matrix Market file", "begin with %%MatrixMarket matrix coordinate");
    if (!one_of(field_, {"real", "integer", "complex", "pattern"}))
      refuse("field \"" + field_ + "\"", "use real, integer, complex or pattern");
    if (!one_of(symmetry_, {"general", "symmetric", "skew-symmetric", "hermitian"}))
      refuse("symmetry \"" + symmetry_ + "\"", "use general, symmetric, skew-symmetric or hermitian");
  }

  std::tuple<Index, Index, Index> read_sizes() {
    std::istringstream words = next_line("its sizes");
    Index rows = -1, columns = -1, count = -1;
    if (!(words >> rows >> columns >> count) || rows < 0 || columns < 0 || count < 0)
      refuse("no rows, columns and elements", "give three numbers");
    return {rows, columns, count};
  }

  void read_entry(Index rows, Index columns, std::vector<Entry>& entries) {
    std::istringstream words = next_line("its last element");
    Entry entry{0, 0, 1, 0};
    bool good = static_cast<bool>(words >> entry.row >> entry.column);
    if (field_ != "pattern") good = good && static_cast<bool>(words >> entry.re);
    if (field_ == "complex") good = good && static_cast<bool>(words >> entry.im);
    if (!good) refuse("no element", "give row, column and value");
    if (entry.row < 1 || entry.row > rows || entry.column < 1 || entry.column > columns)
      refuse(fmt::format("element ({}, {}) of a {} x {} matrix", entry.row, entry.column, rows, columns),
             "count from 1");
    --entry.row, --entry.column;
    entries.push_back(entry);
    if (symmetry_ == "general" || entry.row == entry.column) return;
    const double re = symmetry_ == "skew-symmetric" ? -entry.re : entry.re;
    const double im = symmetry_ == "symmetric" ? entry.im : -entry.im;
    entries.push_back({entry.column, entry.row, re, im});
  }

  SparseMatrix sorted(Index rows, Index columns, std::vector<Entry>& entries) const {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& left, const Entry& right) {
      return std::pair(left.row, left.column) < std::pair(right.row, right.column);
    });
    SparseMatrix made;
    made.name = path_;
    made.rows = rows, made.columns = columns;
    made.starts.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const Entry& entry : entries) {
      ++made.starts[static_cast<std::size_t>(entry.row) + 1];
      made.indices.push_back(entry.column);
      made.values.push_back(entry.re);
      if (field_ == "complex") made.imaginary.push_back(entry.im);
    }
    std::partial_sum(made.starts.begin(), made.starts.end(), made.starts.begin());
    return made;
  }

  const std::string path_;
  std::ifstream file_;
  std::string field_, symmetry_;
  Index line_number_ = 0;
};

}  // namespace

SparseMatrix read_matrix_market(const std::string& path) { return MatrixMarketFile(path).read(); }

}  // namespace numapack
