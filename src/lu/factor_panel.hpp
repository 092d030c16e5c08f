// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>

#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain_product.hpp"
#include "lu/panel.hpp"

namespace numapack {

/// Elements of scratch that factor_panel() needs for so many columns.
template <class T>
Index panel_scratch(const KernelShape& shape, Index columns) {
  const Index half = divide_up(columns, 2) + shape.mr + shape.nr;
  return half * (round_up(half, shape.nr) + round_up(half, shape.mr));
}

/// Gaussian elimination with partial pivoting of a packed panel with at least as many rows as columns: halves
/// by halves (Toledo, SIAM J. Matrix Anal. Appl. 18(4), 1997; LAPACK's getrf2), column by column where it is
/// narrow. Pivots are chosen as LAPACK chooses them; a column without one is passed over.
template <class T>
class PanelFactorisation {
 public:
  /// pivots: one row of the panel a column. `scratch`: panel_scratch() elements on a multiple of 64 bytes.
  PanelFactorisation(const Kernel<T>& kernel, const FactorKernel<T>& factor, const PackedPanel<T>& panel,
                     Index* pivots, T* scratch)
      : kernel_(kernel), factor_(factor), panel_(panel), pivots_(pivots), scratch_(scratch) {}

  /// Returns the first column whose pivot is zero, or -1.
  Index run() {
    halve(0, panel_.columns);
    return zero_;
  }

  /// Columns that are eliminated one by one: a multiple of nr. Wider blocks read their columns too often.
  static Index narrow(Index nr) { return divide_up(8, nr) * nr; }

 private:
  void halve(Index begin, Index width) {
    const Index unit = narrow(kernel_.shape.nr);
    if (width <= unit) return eliminate(begin, width);
    const Index left = round_up(divide(width, 2), unit), right = width - left;
    const Index middle = begin + left, end = begin + width;
    halve(begin, left);
    for (Index i = begin; i < middle; ++i) panel_.swap_rows(i, pivots_[i], middle, end);
    update(begin, middle, end);
    halve(middle, right);
    for (Index i = middle; i < end; ++i) panel_.swap_rows(i, pivots_[i], begin, middle);
  }

  /// U12 = L11^-1 A12, A22 -= L21 U12, where the columns of L are [begin, middle) and of U [middle, end).
  void update(Index begin, Index middle, Index end) {
    const Index mr = kernel_.shape.mr, nr = kernel_.shape.nr, size = middle - begin;
    const Index panels = divide_up(end - middle, nr);
    Index stride = 0;
    const T* const lower = triangle(begin, size, scratch_, stride);
    T* const u = scratch_ + round_up(size, mr) * size;
    for (Index part = 0; part < panels; ++part) {
      T* const b = u + part * nr * size;
      const Index first = middle + part * nr, columns = std::min(nr, end - first);
      for (Index i = 0; i < size; ++i) {
        const T* const from = &panel_.at(begin + i, first);
        for (Index c = 0; c < columns; ++c) b[i * nr + c] = from[c * mr];
        std::fill(b + i * nr + columns, b + (i + 1) * nr, T{0});
      }
      factor_.solve(kernel_, lower, stride, size, b);
      for (Index i = 0; i < size; ++i) {
        T* const to = &panel_.at(begin + i, first);
        for (Index c = 0; c < columns; ++c) to[c * mr] = b[i * nr + c];
      }
    }
    // A chunk that holds rows of U as well is updated whole, and those rows get back what they were.
    const Index boundary = middle / mr, finished = middle - boundary * mr;
    for (Index number = boundary; number < panel_.chunks(); ++number) {
      T* const chunk = panel_.chunk(number);
      T* const kept = scratch_;  // the triangle is no longer needed
      const bool mixed = number == boundary && finished > 0;
      if (mixed)
        for (Index c = middle; c < end; ++c)
          std::copy_n(chunk + c * mr, finished, kept + (c - middle) * finished);
      for (Index part = 0; part < panels; ++part) {
        const Index first = middle + part * nr;
        kernel_.tile(size, chunk + begin * mr, u + part * nr * size, T{-1}, T{1}, chunk + first * mr, mr,
                     static_cast<int>(mr), static_cast<int>(std::min(nr, end - first)), {u});
      }
      if (mixed)
        for (Index c = middle; c < end; ++c)
          std::copy_n(kept + (c - middle) * finished, finished, chunk + c * mr);
    }
  }

  /// L11 in micro-panels that begin with its first row: in place where chunks do, else a copy.
  const T* triangle(Index begin, Index size, T* copy, Index& stride) const {
    const Index mr = kernel_.shape.mr;
    if (begin % mr == 0) {
      stride = panel_.stride();
      return panel_.chunk(begin / mr) + begin * mr;
    }
    stride = mr * size;
    for (Index i = 0; i < size; ++i) {
      const T* const from = &panel_.at(begin + i, begin);
      T* const to = copy + i / mr * stride + i % mr;
      for (Index p = 0; p < i; ++p) to[p * mr] = from[p * mr];
    }
    return copy;
  }

  void eliminate(Index begin, Index width) {
    const Index mr = kernel_.shape.mr;
    T u[max_narrow];
    EliminationPass<T> pass;
    // Of a small matrix of whole numbers that is singular, the reference finds a pivot of exactly zero, since
    // a - (a / p) p rounded twice is zero; fused it is the rounding error of a / p.
    pass.fused = panel_.columns > width;
    pass.stride = panel_.stride();
    for (Index j = 0; j < width; ++j) {
      const Index diagonal = begin + j;
      for (Index i = 0; i < j; ++i) {
        T value = panel_.at(begin + i, diagonal);
        for (Index p = 0; p < i; ++p) value -= plain_product(panel_.at(begin + i, begin + p), u[p]);
        panel_.at(begin + i, diagonal) = u[i] = value;
      }
      // The pass begins with the chunk of the diagonal.
      const Index chunk = diagonal / mr;
      pass.chunks = panel_.chunk(chunk) + begin * mr;
      pass.rows = panel_.rows - chunk * mr;
      pass.first_row = diagonal - chunk * mr;
      pass.column = static_cast<int>(j);
      pass.u = u;
      const Candidate<T> found = factor_.eliminate(pass);
      const T top = panel_.at(diagonal, diagonal);
      const Index row = found.row < 0 || is_nan(top) ? diagonal : chunk * mr + found.row;
      pivots_[diagonal] = row;
      const T pivot = panel_.at(row, diagonal);
      pass.scale = false;
      if (pivot == T{0}) {
        if (zero_ < 0) zero_ = diagonal;
        continue;
      }
      panel_.swap_rows(diagonal, row, begin, begin + width);
      // As LAPACK: by the reciprocal unless that overflows.
      if (std::abs(pivot) < std::numeric_limits<typename RealPart<T>::type>::min()) {
        for (Index i = diagonal + 1; i < panel_.rows; ++i)
          panel_.at(i, diagonal) = quotient(panel_.at(i, diagonal), pivot);
      } else {
        pass.scale = true;
        pass.factor = quotient(T{1}, pivot);
      }
    }
    if (!pass.scale) return;
    const Index below = begin + width, chunk = below / mr;
    if (below >= panel_.rows) return;
    pass.chunks = panel_.chunk(chunk) + begin * mr;
    pass.rows = panel_.rows - chunk * mr;
    pass.first_row = below - chunk * mr;
    pass.column = static_cast<int>(width - 1);
    factor_.scale(pass);
  }

  static bool is_nan(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      return std::isnan(value);
    else
      return std::isnan(value.real()) || std::isnan(value.imag());
  }

  static constexpr Index max_narrow = 16;
  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  const PackedPanel<T> panel_;
  Index* const pivots_;
  T* const scratch_;
  Index zero_ = -1;
};

}  // namespace numapack
