// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/structure.hpp"

#include <algorithm>
#include <utility>

namespace numapack {

const char* name(Structure structure) {
  constexpr const char* names[] = {"general", "symmetric", "Hermitian", "triangular"};
  return names[static_cast<int>(structure)];
}

const char* name(Triangle triangle) { return triangle == Triangle::lower ? "lower" : "upper"; }

const char* name(MatrixType region) {
  constexpr const char* names[] = {"full", "lower", "upper"};
  return names[static_cast<int>(region)];
}

Overlap overlap_of(MatrixType region, Range rows, Range columns) {
  if (rows.size() <= 0 || columns.size() <= 0) return Overlap::none;
  if (region == MatrixType::general) return Overlap::whole;
  if (region == MatrixType::upper) std::swap(rows, columns);
  if (rows.end <= columns.begin) return Overlap::none;
  return rows.begin >= columns.end - 1 ? Overlap::whole : Overlap::partial;
}

double elements_in(MatrixType region, Range rows, Range columns) {
  if (rows.size() <= 0 || columns.size() <= 0) return 0;
  if (region == MatrixType::general) return double(rows.size()) * double(columns.size());
  if (region == MatrixType::upper) std::swap(rows, columns);
  // Columns that begin above the rectangle have all of its rows, those that begin in it one less each.
  const Index whole = std::max<Index>(0, std::min(columns.end, rows.begin) - columns.begin);
  const Index begin = std::max(columns.begin, rows.begin), end = std::min(columns.end, rows.end);
  const double cut = end > begin ? double(end - begin) * double(2 * rows.end - begin - end + 1) / 2 : 0;
  return double(whole) * double(rows.size()) + cut;
}

Range rows_in(MatrixType region, Range rows, Index column) {
  if (region == MatrixType::lower) return {std::clamp(column, rows.begin, rows.end), rows.end};
  if (region == MatrixType::upper) return {rows.begin, std::clamp(column + 1, rows.begin, rows.end)};
  return rows;
}

Range steps_of_rows(Triangle triangle, Range rows, Index k) {
  return triangle == Triangle::lower ? Range{0, std::min(rows.end, k)} : Range{std::min(rows.begin, k), k};
}

}  // namespace numapack
