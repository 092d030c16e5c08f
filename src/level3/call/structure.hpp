// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/range.hpp"

namespace numapack {

/// What is known of an operand's elements. Structured ones are square.
enum class Structure : std::uint8_t {
  general,
  symmetric,
  hermitian,  ///< imaginary parts on the diagonal are not read, they count as 0
  triangular
};

/// Of a square matrix; the diagonal belongs to both.
enum class Triangle : std::uint8_t { lower, upper };

constexpr Triangle other(Triangle triangle) {
  return triangle == Triangle::lower ? Triangle::upper : Triangle::lower;
}

/// An operand's structure. Of one that is not general, nothing is read but the triangle that is stored.
struct Pattern {
  Structure structure = Structure::general;
  Triangle stored = Triangle::lower;  ///< before op()
  bool unit_diagonal = false;         ///< triangular: ones, which are not read
  constexpr bool is_general() const { return structure == Structure::general; }
  bool is_triangular() const { return structure == Structure::triangular; }
  bool operator==(const Pattern&) const = default;
};

/// What of C is read and written: all of it, or one triangle of a square one, with the diagonal.
enum class MatrixType : std::uint8_t { general, lower, upper };

constexpr MatrixType matrix_type_of(Triangle triangle) {
  return triangle == Triangle::lower ? MatrixType::lower : MatrixType::upper;
}

/// True if A, B or C is more than a rectangle of any elements.
constexpr bool has_structure(const Pattern& a, const Pattern& b, MatrixType c) {
  return c != MatrixType::general || !a.is_general() || !b.is_general();
}

/// "symmetric", "lower": as pages and documents have them.
const char* name(Structure structure);
const char* name(Triangle triangle);
const char* name(MatrixType region);

/// How a rectangle lies to a region.
enum class Overlap { none, partial, whole };

Overlap overlap_of(MatrixType region, Range rows, Range columns);

/// Elements of a rectangle that are in a region.
double elements_in(MatrixType region, Range rows, Range columns);

/// Rows of a rectangle's column that are in a region; may be empty.
Range rows_in(MatrixType region, Range rows, Index column);

/// Steps of K for which these rows of a triangle (`triangle`, as op() presents it) are not all zero.
Range steps_of_rows(Triangle triangle, Range rows, Index k);

/// Calls each(rows, columns, share) for rectangles that cover the region's part of [rows x columns], `share`
/// being how much of a rectangle is in it: whole ones away from the diagonal, small ones on it.
template <class Each>
void for_each_rectangle(MatrixType region, Range rows, Range columns, Each each, int halvings = 5) {
  const Overlap overlap = overlap_of(region, rows, columns);
  if (overlap == Overlap::none) return;
  if (overlap == Overlap::whole) return each(rows, columns, 1.0);
  const Range& longer = rows.size() > columns.size() ? rows : columns;
  if (halvings == 0 || longer.size() < 2)
    return each(rows, columns,
                elements_in(region, rows, columns) / (double(rows.size()) * double(columns.size())));
  const Index middle = longer.begin + longer.size() / 2;
  const Range first{longer.begin, middle}, second{middle, longer.end};
  for (const Range& part : {first, second}) {
    if (&longer == &rows)
      for_each_rectangle(region, part, columns, each, halvings - 1);
    else
      for_each_rectangle(region, rows, part, each, halvings - 1);
  }
}

}  // namespace numapack
