// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/call.hpp"

namespace numapack {

namespace {

/// Elements of these rows of a triangle.
double elements_of_rows(Triangle triangle, Range rows, Index k) {
  return elements_in(matrix_type_of(triangle), rows, {0, k});
}

}  // namespace

double Call::multiply_adds(Range rows, Range columns) const {
  if (rows.size() <= 0 || columns.size() <= 0) return 0;
  // Triangles that meet, in operands or in C, have zeros in common: no routine has two of them.
  if (region != MatrixType::general) return elements_in(region, rows, columns) * double(steps());
  if (a.pattern.is_triangular()) return elements_of_rows(a.triangle(), rows, k) * double(columns.size());
  if (b.pattern.is_triangular())
    return elements_of_rows(other(b.triangle()), columns, k) * double(rows.size());
  return double(rows.size()) * double(columns.size()) * double(k);
}

}  // namespace numapack
