// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/routines.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

/// The half, with the diagonal, of a square matrix: a triangle, or what is stored of a Hermitian one.
/// Column-major; worked on in place; the other half is neither read nor written.
template <class T>
struct HalfMatrix {
  const char* routine = "";  ///< for messages
  Half stored = Half::lower;
  Index n = 0;
  T* a = nullptr;
  Index lda = 0;

  bool is_lower() const { return stored == Half::lower; }
  T& diagonal(Index i) const { return a[i * (lda + 1)]; }
  HalfMatrix part(Range range) const {
    return {routine, stored, range.size(), a + range.begin * (lda + 1), lda};
  }
};

/// Orders up to this are a leaf's (leaf.hpp).
constexpr Index most_of_leaf = 32;

constexpr Side opposite(Side side) { return side == Side::left ? Side::right : Side::left; }

/// The half as a caller says it: one of a row-major matrix is the other half of the transpose. Throws
/// Error(invalid_argument) for a layout or half that does not exist.
template <class T>
HalfMatrix<T> half_matrix(const char* routine, Layout layout, Uplo uplo, Index n, T* a, Index lda) {
  return {routine, half_of(routine, uplo, is_by_rows(routine, layout)), n, a, lda};
}

}  // namespace numapack
