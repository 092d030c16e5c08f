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

/// Where a half of order n is cut in two: at a multiple of `unit`.
constexpr Index first_half(Index n, Index unit) { return divide_up(divide_up(n, unit), 2) * unit; }

/// What is left of a half when its diagonal is cut in two: two halves, and a rectangle below or beside the
/// first.
template <class T>
struct Halved {
  HalfMatrix<T> top, bottom;
  T* beside;

  /// `unit`: the first part's order is a multiple of it.
  Halved(const HalfMatrix<T>& whole, Index unit) {
    const Index first = first_half(whole.n, unit);
    top = whole.part({0, first});
    bottom = whole.part({first, whole.n});
    beside = whole.a + (whole.is_lower() ? first : first * whole.lda);
  }
  /// Of the two, the one that stands left or right of the rectangle in a product.
  const HalfMatrix<T>& on(Side side) const { return (side == Side::left) == top.is_lower() ? bottom : top; }

  /// The rectangle as what a triangle of this matrix multiplies, or is solved for.
  TriangularProblem<T> with(Side side, Transpose trans, T alpha = T{1}, bool unit_diagonal = false) const {
    const HalfMatrix<T>& triangle = on(side);
    TriangularProblem<T> problem;
    problem.routine = triangle.routine;
    problem.side = side;
    problem.stored = triangle.stored;
    problem.trans = trans;
    problem.unit_diagonal = unit_diagonal;
    problem.m = top.is_lower() ? bottom.n : top.n;
    problem.n = top.is_lower() ? top.n : bottom.n;
    problem.alpha = alpha;
    problem.a = triangle.a, problem.lda = triangle.lda;
    problem.b = beside, problem.ldb = triangle.lda;
    return problem;
  }
};

constexpr Side opposite(Side side) { return side == Side::left ? Side::right : Side::left; }

/// The half as a caller says it: one of a row-major matrix is the other half of the transpose. Throws
/// Error(invalid_argument) for a layout or half that does not exist.
template <class T>
HalfMatrix<T> half_matrix(const char* routine, Layout layout, Uplo uplo, Index n, T* a, Index lda) {
  return {routine, half_of(routine, uplo, is_by_rows(routine, layout)), n, a, lda};
}

}  // namespace numapack
