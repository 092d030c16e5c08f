// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>

#include "base/scratch.hpp"
#include "level3/call/packing.hpp"
#include "level3/run/tile_mask.hpp"
#include "level3/ways/in_place_way.hpp"

namespace numapack {

/// A tiny product with structure (goes_dense()) as one whose operands have any elements: symmetric and
/// Hermitian ones are written out, and of C a part is worked on in a copy, so that the rest is not touched.
template <class T>
class DenseCopies {
 public:
  DenseCopies(const Problem<T>& problem, Range rows, Range columns)
      : problem_(problem), rows_(rows), columns_(columns) {
    if (!problem.pattern_a.is_general())
      write_out(problem.pattern_a, problem.trans_a, problem.a, problem.lda, problem.k, a_.data());
    if (!problem.pattern_b.is_general())
      write_out(problem.pattern_b, problem.trans_b, problem.b, problem.ldb, problem.k, b_.data());
    if (!has_copy_of_c() || problem.beta == T{0}) return;
    std::fill_n(c_.data(), rows.size() * columns.size(), T{});
    copy_region(problem.region, rows, columns, home_of_c(), problem.ldc, c_.data(), rows.size());
  }

  /// Of the problem, or of the second product of a twofold one.
  PackSource<T> a(const Problem<T>& product) const {
    if (product.pattern_a.is_general()) return source_of_a(product, rows_.begin, 0);
    return {a_.data() + rows_.begin, 1, problem_.k, false};
  }
  PackSource<T> b(const Problem<T>& product) const {
    if (product.pattern_b.is_general()) return source_of_b(product, columns_.begin, 0);
    return {b_.data() + columns_.begin * problem_.k, problem_.k, 1, false};
  }
  T* c() const { return has_copy_of_c() ? c_.data() : home_of_c(); }
  Index ldc() const { return has_copy_of_c() ? rows_.size() : problem_.ldc; }

  void write_back() const {
    if (has_copy_of_c())
      copy_region(problem_.region, rows_, columns_, c_.data(), rows_.size(), home_of_c(), problem_.ldc);
  }

 private:
  bool has_copy_of_c() const { return problem_.region != MatrixType::general; }
  T* home_of_c() const { return problem_.c + rows_.begin + columns_.begin * problem_.ldc; }

  /// op() of a square matrix of which a half is stored.
  static void write_out(const Pattern& pattern, Transpose op, const T* stored, Index leading, Index order,
                        T* to) {
    const bool hermitian = pattern.structure == Structure::hermitian, turned = transposes(op);
    const auto seen = [&](T element) { return conjugates(op) ? conjugate_of(element) : element; };
    for (Index column = 0; column < order; ++column) {
      const Range rows = rows_in(matrix_type_of(pattern.stored), {0, order}, column);
      for (Index row = rows.begin; row < rows.end; ++row) {
        const T element = stored[row + column * leading];
        const T here = hermitian && row == column ? T{std::real(element)} : element;
        const T mirrored = hermitian ? conjugate_of(here) : here;
        to[turned ? column + row * order : row + column * order] = seen(here);
        to[turned ? row + column * order : column + row * order] = seen(mirrored);
      }
    }
  }

  const Problem<T>& problem_;
  const Range rows_, columns_;
  const Scratch<T, most_dense * most_dense> a_, b_, c_;
};

}  // namespace numapack
