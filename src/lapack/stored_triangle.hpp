// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/routines.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

/// The triangle, with the diagonal, of a square matrix: a triangle, or what is stored of a Hermitian one.
/// Column-major; worked on in place; the other triangle is neither read nor written.
template <class T>
struct StoredTriangle {
  const char* routine = "";  ///< for messages
  Triangle stored = Triangle::lower;
  Index n = 0;
  T* a = nullptr;
  Index lda = 0;

  bool is_lower() const { return stored == Triangle::lower; }
  T& diagonal(Index i) const { return a[i * (lda + 1)]; }
  StoredTriangle part(Range range) const {
    return {routine, stored, range.size(), a + range.begin * (lda + 1), lda};
  }
};

/// Orders up to this are those of the unblocked kernels (unblocked_triangle.hpp).
constexpr Index most_unblocked = 32;

constexpr Side opposite(Side side) { return side == Side::left ? Side::right : Side::left; }

/// The triangle as a caller says it: one of a row-major matrix is the other triangle of the transpose. Throws
/// Error(invalid_argument) for a layout or triangle that does not exist.
template <class T>
StoredTriangle<T> stored_triangle(const char* routine, Layout layout, Uplo uplo, Index n, T* a, Index lda) {
  return {routine, triangle_of_uplo(routine, uplo, is_by_rows(routine, layout)), n, a, lda};
}

}  // namespace numapack
