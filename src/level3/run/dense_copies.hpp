// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/scratch.hpp"
#include "level3/algorithms/skinny_choice.hpp"
#include "level3/run/pack_operands.hpp"
#include "level3/run/tile_mask.hpp"

namespace numapack {

/// A tiny product with structure (goes_dense()) as one whose operands have any elements: symmetric and
/// Hermitian ones are written out, and of C a part is worked on in a copy, so that the rest is not touched.
template <class T>
class DenseCopies {
 public:
  DenseCopies(const Problem<T>& problem, Range rows, Range columns)
      : problem_(problem), rows_(rows), columns_(columns) {
    const Operand a{problem.trans_a, problem.lda, problem.pattern_a},
        b{problem.trans_b, problem.ldb, problem.pattern_b};
    if (!a.pattern.is_general())
      write_out(a, source_of_a(problem, 0, 0), a.triangle() == Triangle::lower, problem.k, a_.data());
    if (!b.pattern.is_general())
      write_out(b, source_of_b(problem, 0, 0), b.triangle() == Triangle::upper, problem.k, b_.data());
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
    return {b_.data() + columns_.begin, 1, problem_.k, false};
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

  /// One panel of all lines, whose steps all meet the diagonal: nothing is left for a kernel to pack.
  static void write_out(const Operand& operand, const PackSource<T>& stored, bool stored_below, Index order,
                        T* to) {
    const StructuredLines<T> lines(operand.pattern, stored, stored_below, {});
    lines.pack(nullptr, order, {0, order}, {0, order}, to);
  }

  const Problem<T>& problem_;
  const Range rows_, columns_;
  const Scratch<T, most_tiny * most_tiny> a_, b_, c_;
};

}  // namespace numapack
