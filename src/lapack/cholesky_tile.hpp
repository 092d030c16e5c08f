// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/stored_triangle.hpp"
#include "lapack/unblocked_triangle.hpp"
#include "level3/run/macro_kernel.hpp"
#include "triangle/packed_triangle.hpp"
#include "triangle/rhs_work.hpp"

namespace numapack {

/// Some lines of a factor as operands of a product: rows of L, which are columns of U, and their adjoint. The
/// stored triangle decides which is the product's first operand: an element of the lower triangle is row
/// times column, of the upper triangle column times row.
template <class T>
struct PackedLines {
  T* as_rows = nullptr;     ///< of tiles in the row of these lines; as a solve leaves them
  T* as_columns = nullptr;  ///< of tiles in the column of their number
};

/// One thread's work on tiles of a triangle, in place: each tile is some rows of L and columns of L, stored
/// at (row, column) of a lower triangle and at (column, row) of an upper one.
template <class T>
class TileWork {
 public:
  /// mc: rows of a packed block that stay in L2. `tile`: room for mr x nr elements.
  TileWork(Triangle stored, const Kernel<T>& kernel, const FactorKernel<T>& factor, Index mc, T* tile)
      : stored_(stored), kernel_(kernel), factor_(factor), mc_(mc), tile_(tile) {}

  bool is_lower() const { return stored_ == Triangle::lower; }

  /// A triangle of L as solve() takes it.
  void pack_triangle(const StoredTriangle<T>& diagonal, T* panels, T* inverse) const {
    pack_diagonal(kernel_, with_triangle(diagonal, 0), {0, diagonal.n}, {0, diagonal.n}, panels, inverse);
  }

  /// Solves for so many lines of L at c, with the first `order` rows of a packed triangle.
  void solve(const StoredTriangle<T>& diagonal, const T* panels, const T* inverse, Index lines, T* c,
             Index ldc, T* as_rows) const {
    TriangularProblem<T> problem = with_triangle(diagonal, lines);
    problem.b = c, problem.ldb = ldc;
    TrianglePlan plan;
    plan.call = {type_of<T>(), true, problem.side, problem.triangle(), problem.m, problem.n};
    plan.kernel = kernel_.shape;
    plan.mc = mc_;
    const Range all{0, diagonal.n};
    RhsWork<T>(plan, problem, kernel_, factor_, as_rows)
        .meet({all, {diagonal.n, diagonal.n}, panels, nullptr, inverse, true},
              {{0, lines}, !is_lower(), c, ldc});
  }

  /// So many lines of L at c, of `depth` elements each, as operands.
  void pack_rows(const T* c, Index ldc, Index lines, Index depth, T* as_rows) const {
    if (is_lower())
      kernel_.pack_a({c, 1, ldc}, lines, depth, as_rows);
    else
      kernel_.pack_b({c, ldc, 1}, lines, depth, as_rows);
  }
  void pack_columns(const T* c, Index ldc, Index lines, Index depth, T* as_columns) const {
    constexpr bool conjugated = !std::is_floating_point_v<T>;
    if (is_lower())
      kernel_.pack_b({c, 1, ldc, conjugated}, lines, depth, as_columns);
    else
      kernel_.pack_a({c, ldc, 1, conjugated}, lines, depth, as_columns);
  }

  /// C -= rows times columns.
  void update(const T* as_rows, const T* as_columns, Index rows, Index columns, Index depth, T* c,
              Index ldc) const {
    const Index m = is_lower() ? rows : columns, n = is_lower() ? columns : rows;
    const T *const a = is_lower() ? as_rows : as_columns, *const b = is_lower() ? as_columns : as_rows;
    for (Index i = 0; i < m; i += mc_)
      macro_kernel(kernel_, {std::min(mc_, m - i), n, depth, a + i * depth, const_cast<T*>(b), T{-1}, T{1},
                             c + i, ldc, kernel_.shape.mr});
  }

  /// The same for a square on the diagonal, of which one triangle is stored.
  void update_triangle(const T* as_rows, const T* as_columns, Index order, Index depth, T* c,
                       Index ldc) const {
    const Index mr = kernel_.shape.mr, nr = kernel_.shape.nr;
    const T *const a = is_lower() ? as_rows : as_columns, *const b = is_lower() ? as_columns : as_rows;
    for (Index j = 0; j < order; j += nr)
      for (Index i = 0; i < order; i += mr) {
        const Range rows{i, std::min(order, i + mr)}, columns{j, std::min(order, j + nr)};
        const bool none = is_lower() ? rows.end <= columns.begin : columns.end <= rows.begin;
        const bool all = is_lower() ? rows.begin >= columns.end - 1 : columns.begin >= rows.end - 1;
        if (none) continue;
        T* const at = c + i + j * ldc;
        const int height = static_cast<int>(rows.size()), width = static_cast<int>(columns.size());
        if (all) {
          kernel_.tile(depth, a + i * depth, b + j * depth, T{-1}, T{1}, at, ldc, height, width, {b});
          continue;
        }
        kernel_.tile(depth, a + i * depth, b + j * depth, T{-1}, T{0}, tile_, mr, height, width, {b});
        for (Index column = columns.begin; column < columns.end; ++column) {
          const Index begin = is_lower() ? std::max(rows.begin, column) : rows.begin,
                      end = is_lower() ? rows.end : std::min(rows.end, column + 1);
          for (Index row = begin; row < end; ++row)
            c[row + column * ldc] += tile_[row - i + (column - j) * mr];
        }
      }
  }

 private:
  /// X op(A) = B of rows of L, op(A) X = B of columns of U.
  TriangularProblem<T> with_triangle(const StoredTriangle<T>& diagonal, Index lines) const {
    TriangularProblem<T> problem;
    problem.routine = diagonal.routine;
    problem.side = is_lower() ? Side::right : Side::left;
    problem.stored = stored_;
    problem.trans = Transpose::conjugate_transpose;
    problem.m = is_lower() ? lines : diagonal.n;
    problem.n = is_lower() ? diagonal.n : lines;
    problem.a = diagonal.a, problem.lda = diagonal.lda;
    return problem;
  }

  const Triangle stored_;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  const Index mc_;
  T* const tile_;
};

/// Factors a small triangle by narrow columns: an unblocked diagonal block, the rows below it, and their
/// product subtracted from the rest.
template <class T>
class TileFactorisation {
 public:
  static constexpr Index narrow = UnblockedTriangle<T>::most;

  /// rows: room for so many lines of `narrow` elements, packed, as both operands; triangle and inverse
  /// likewise.
  TileFactorisation(const TileWork<T>& work, const PackedLines<T>& lines, T* triangle, T* inverse)
      : work_(work), lines_(lines), triangle_(triangle), inverse_(inverse) {}

  /// LAPACK's info. The columns of L before a minor that is not positive definite go all the way down.
  Index run(const StoredTriangle<T>& a) {
    for (Index begin = 0; begin < a.n; begin += narrow) {
      const Range at{begin, std::min(a.n, begin + narrow)};
      const Index minor = unblocked_.cholesky(a.part(at)), order = minor > 0 ? minor - 1 : at.size();
      if (order > 0 && at.end < a.n) solve(a, {begin, begin + order}, at.end);
      if (minor > 0) return begin + minor;
      if (at.end < a.n) update(a, at);
    }
    return 0;
  }

 private:
  /// Line `line` of L in this column of L.
  static T* at(const StoredTriangle<T>& a, Index line, Index column) {
    return a.is_lower() ? a.a + line + column * a.lda : a.a + column + line * a.lda;
  }

  void solve(const StoredTriangle<T>& a, Range columns, Index first_line) {
    const StoredTriangle<T> diagonal = a.part(columns);
    work_.pack_triangle(diagonal, triangle_, inverse_);
    work_.solve(diagonal, triangle_, inverse_, a.n - first_line, at(a, first_line, columns.begin), a.lda,
                lines_.as_rows);
  }

  void update(const StoredTriangle<T>& a, Range columns) {
    const Index depth = columns.size();
    work_.pack_columns(at(a, columns.end, columns.begin), a.lda, a.n - columns.end, depth, lines_.as_columns);
    work_.update_triangle(lines_.as_rows, lines_.as_columns, a.n - columns.end, depth,
                          at(a, columns.end, columns.end), a.lda);
  }

  const TileWork<T>& work_;
  const PackedLines<T> lines_;
  T* const triangle_;
  T* const inverse_;
  UnblockedTriangle<T> unblocked_;
};

}  // namespace numapack
