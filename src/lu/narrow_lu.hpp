// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/integer.hpp"
#include "kernel/quotient.hpp"
#include "lu/factor_panel.hpp"
#include "lu/lu_problem.hpp"
#include "runtime/process.hpp"

namespace numapack {

/// LU of real matrices that are one narrow block of a panel (PanelFactorisation::eliminate()), and small: in
/// a copy on the stack, without plan, workspace and packing, which take ten times as long. The same
/// operations on each element in the same order, each rounded, hence the same bits.
template <class T>
class NarrowLu {
 public:
  static constexpr Index most_rows = 32, most_columns = 8;

  /// Whether a matrix of this shape is one: then the panel's products are rounded before they are subtracted.
  static bool takes(const PanelShape& shape) {
    return std::is_floating_point_v<T> && shape.m <= most_rows &&
           shape.n <= std::min(most_columns, shape.m) &&
           shape.n <= PanelFactorisation<T>::narrow(default_kernel<T>().shape);
  }

  /// LAPACK's info.
  static Index factor(const LuProblem<T>& p) {
    if constexpr (std::is_floating_point_v<T>) return eliminate(p);
    return 0;
  }

 private:
  static constexpr Index step = 8;  ///< rows of a vector of any instruction set

  static Index eliminate(const LuProblem<T>& p) {
    alignas(64) T columns[most_columns][most_rows];
    const Index height = round_up(p.m, step), down = p.by_rows() ? p.lda : 1,
                across = p.by_rows() ? 1 : p.lda;
    for (Index j = 0; j < p.n; ++j) {
      for (Index i = 0; i < p.m; ++i) columns[j][i] = p.a[i * down + j * across];
      std::fill(columns[j] + p.m, columns[j] + height, T{0});
    }
    Index zero = 0;
    for (Index j = 0; j < p.n; ++j) {
      T* const pivots = columns[j];
      const Index row = pivot_row(pivots, j, p.m);
      p.pivots[j] = row + 1;
      const T pivot = pivots[row];
      if (pivot == T{0}) {
        if (zero == 0) zero = j + 1;
      } else {
        if (row != j)
          for (Index c = 0; c < p.n; ++c) std::swap(columns[c][j], columns[c][row]);
        divide_below(pivots, j, height, pivot);
      }
      // Whole vectors; what is above comes back.
      for (Index c = j + 1; c < p.n; ++c) subtract(columns[c], pivots, columns[c][j], j + 1, height);
    }
    for (Index j = 0; j < p.n; ++j)
      for (Index i = 0; i < p.m; ++i) p.a[i * down + j * across] = columns[j][i];
    return zero;
  }

  /// NaN is passed over, except for one on the diagonal.
  static Index pivot_row(const T* column, Index j, Index rows) {
    Index best = j;
    T size{-1};
    for (Index i = j; i < rows; ++i)
      if (std::abs(column[i]) > size) size = std::abs(column[i]), best = i;
    return std::isnan(column[j]) ? j : best;
  }

  /// As LAPACK: by the reciprocal unless that overflows.
  static void divide_below(T* column, Index j, Index height, const T& pivot) {
    if (std::abs(pivot) < std::numeric_limits<T>::min()) {
      for (Index i = j + 1; i < height; ++i) column[i] = quotient(column[i], pivot);
      return;
    }
    const T reciprocal = quotient(T{1}, pivot);
    for (Index i = j + 1; i < height; ++i) column[i] *= reciprocal;
  }

  static void subtract(T* __restrict to, const T* __restrict from, T factor, Index begin, Index height) {
    T kept[step];
    const Index first = begin / step * step;
    std::copy(to + first, to + begin, kept);
    for (Index i = first; i < height; i += step)
      for (Index lane = 0; lane < step; ++lane) to[i + lane] -= from[i + lane] * factor;
    std::copy_n(kept, begin - first, to + first);
  }
};

}  // namespace numapack
