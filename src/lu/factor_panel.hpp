// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "kernel/choices.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain_product.hpp"
#include "lu/panel.hpp"
#include "schedule/run.hpp"

namespace numapack {

/// Elements of scratch that factor_panel() needs for so many columns.
template <class T>
Index panel_scratch(const KernelShape& shape, Index columns) {
  const Index half = divide_up(columns, 2) + shape.mr + shape.nr;
  return half * (round_up(half, shape.nr) + round_up(half, shape.mr));
}

/// What the threads that factor a panel together tell each other.
template <class T>
struct PanelGang {
  static constexpr Index max_narrow = 16;
  struct alignas(64) Found {
    Candidate<T> best;
  };

  explicit PanelGang(int width) : found(static_cast<std::size_t>(width)) {}

  std::vector<Found> found;  ///< by each thread in its rows
  T u[max_narrow];           ///< the next column of the narrow block, its rows that are solved
  T factor{1};               ///< by which the column before it is to be multiplied
  bool scale = false;        ///< … unless it has been divided, or its pivot is zero
  Index zero = -1;           ///< the first column whose pivot is zero, or -1
};

/// Gaussian elimination with partial pivoting of a packed panel with at least as many rows as columns: halves
/// by halves (Toledo, SIAM J. Matrix Anal. Appl. 18(4), 1997; LAPACK's getrf2), column by column where it is
/// narrow. Pivots are chosen as LAPACK chooses them; a column without one is passed over.
///
/// By one thread or a gang, whose threads keep their rows in their caches and meet twice a column (Castaldo
/// and Whaley, "Scaling LAPACK panel operations using parallel cache assignment", PPoPP 2010, section 3): an
/// element's arithmetic is the same for any number of them.
template <class T>
class PanelFactorisation {
 public:
  /// One thread's part. pivots: one row of the panel a column. `scratch`: the thread's own, and `room_of_u`:
  /// the gang's, panel_scratch() elements on a multiple of 64 bytes each.
  PanelFactorisation(const Kernel<T>& kernel, const FactorKernel<T>& factor, const PackedPanel<T>& panel,
                     Index* pivots, T* scratch, const StepPart& part, PanelGang<T>& gang, T* room_of_u)
      : kernel_(kernel),
        factor_(factor),
        panel_(panel),
        pivots_(pivots),
        scratch_(scratch),
        part_(part),
        gang_(gang),
        room_of_u_(room_of_u),
        mine_(part.share_of(panel.micro_panels())) {}

  /// Returns before other threads of the gang have finished their parts of the last interchanges.
  void run() {
    if (part_.part == 0) gang_.zero = -1;
    halve(0, panel_.columns);
  }

  /// Columns that are eliminated one by one: a multiple of nr, unless order is fixed. Wider blocks read their
  /// columns too often.
  static Index narrow(const KernelShape& kernel) {
    return in_fixed_order(kernel) ? 8 : round_up(8, Index{kernel.nr});
  }

 private:
  void halve(Index begin, Index width) {
    const Index unit = narrow(kernel_.shape);
    if (width <= unit) return eliminate(begin, width);
    const Index left = round_up(divide(width, 2), unit), right = width - left;
    const Index middle = begin + left, end = begin + width;
    halve(begin, left);
    part_.meet();
    solve(begin, middle, end);
    part_.meet();
    update(begin, middle, end);
    halve(middle, right);
    const Range columns = part_.share_of(left);
    for (Index i = middle; i < end; ++i)
      panel_.swap_rows(i, pivots_[i], begin + columns.begin, begin + columns.end);
  }

  /// Micro-panels of U, where their first begins and their room: the gang's, if it is one.
  T* room_of_u(Index size) const {
    return part_.width > 1 ? room_of_u_ : scratch_ + round_up(size, kernel_.shape.mr) * size;
  }

  /// U12 = L11^-1 A12 after the interchanges of [begin, middle), where the columns of L are [begin, middle)
  /// and of U [middle, end): the thread's share of the columns.
  void solve(Index begin, Index middle, Index end) {
    const Index mr = kernel_.shape.mr, nr = kernel_.shape.nr, size = middle - begin;
    const Range parts = part_.share_of(divide_up(end - middle, nr));
    if (parts.size() == 0) return;
    const Index last = std::min(end, middle + parts.end * nr);
    for (Index i = begin; i < middle; ++i) panel_.swap_rows(i, pivots_[i], middle + parts.begin * nr, last);
    Index stride = 0;
    const T* const lower = triangle(begin, size, scratch_, stride);
    T* const u = room_of_u(size);
    for (Index part = parts.begin; part < parts.end; ++part) {
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
  }

  /// A22 -= L21 U12 in the thread's rows.
  void update(Index begin, Index middle, Index end) {
    const Index mr = kernel_.shape.mr, nr = kernel_.shape.nr, size = middle - begin;
    const Index panels = divide_up(end - middle, nr);
    const T* const u = room_of_u(size);
    // A micro-panel that holds rows of U as well is updated whole, and those rows get back what they were.
    const Index boundary = middle / mr, finished = middle - boundary * mr;
    for (Index number = std::max(boundary, mine_.begin); number < mine_.end; ++number) {
      T* const micro_panel = panel_.micro_panel(number);
      T* const kept = scratch_;  // the triangle is no longer needed
      const bool mixed = number == boundary && finished > 0;
      if (mixed)
        for (Index c = middle; c < end; ++c)
          std::copy_n(micro_panel + c * mr, finished, kept + (c - middle) * finished);
      for (Index part = 0; part < panels; ++part) {
        const Index first = middle + part * nr;
        kernel_.tile(size, micro_panel + begin * mr, u + part * nr * size, T{-1}, T{1},
                     micro_panel + first * mr, mr, static_cast<int>(mr),
                     static_cast<int>(std::min(nr, end - first)), {u});
      }
      if (mixed)
        for (Index c = middle; c < end; ++c)
          std::copy_n(kept + (c - middle) * finished, finished, micro_panel + c * mr);
    }
  }

  /// L11 in micro-panels that begin with its first row: in place where micro-panels do, else a copy.
  const T* triangle(Index begin, Index size, T* copy, Index& stride) const {
    const Index mr = kernel_.shape.mr;
    if (begin % mr == 0) {
      stride = panel_.stride();
      return panel_.micro_panel(begin / mr) + begin * mr;
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
    EliminationPass<T> pass;
    // Of a small matrix of whole numbers that is singular, the reference finds a pivot of exactly zero, since
    // a - (a / p) p rounded twice is zero; fused it is the rounding error of a / p.
    pass.fused = panel_.columns > width;
    pass.stride = panel_.stride();
    pass.u = gang_.u;
    for (Index j = 0; j < width; ++j) {
      pass.column = static_cast<int>(j);
      Candidate<T>& found = gang_.found[static_cast<std::size_t>(part_.part)].best;
      found = {};
      if (const Index micro_panel = begin_at(begin, begin + j, pass); micro_panel >= 0) {
        found = factor_.eliminate(pass);
        if (found.row >= 0) found.row += micro_panel * kernel_.shape.mr;
      }
      part_.meet();
      if (part_.part == 0) {
        take_pivot(begin, width, begin + j);
        if (j + 1 < width) solve_column(begin, j + 1);
      }
      part_.meet();
      pass.scale = gang_.scale;
      pass.factor = gang_.factor;
    }
    if (pass.scale && begin_at(begin, begin + width, pass) >= 0) factor_.scale(pass);
  }

  /// A pass over the thread's rows from this one on, of the narrow block that begins with a column. Returns
  /// its first micro-panel, or -1 if there are no such rows.
  Index begin_at(Index begin, Index first_row, EliminationPass<T>& pass) const {
    const Index mr = kernel_.shape.mr, micro_panel = std::max(divide(first_row, mr), mine_.begin);
    if (first_row >= panel_.rows || micro_panel >= mine_.end) return -1;
    pass.micro_panels = panel_.micro_panel(micro_panel) + begin * mr;
    pass.rows = std::min(panel_.rows, mine_.end * mr) - micro_panel * mr;
    pass.first_row = std::max(Index{0}, first_row - micro_panel * mr);
    return micro_panel;
  }

  /// Chooses the pivot of a column from all threads' candidates, ties going to the first row, and prepares
  /// the scaling.
  void take_pivot(Index begin, Index width, Index diagonal) {
    Candidate<T> best;
    for (const auto& found : gang_.found)
      if (found.best.size > best.size) best = found.best;
    gang_.scale = false;
    const Index row = best.row < 0 || is_nan(panel_.at(diagonal, diagonal)) ? diagonal : best.row;
    pivots_[diagonal] = row;
    const T pivot = panel_.at(row, diagonal);
    if (pivot == T{0}) {
      if (gang_.zero < 0) gang_.zero = diagonal;
      return;
    }
    panel_.swap_rows(diagonal, row, begin, begin + width);
    // As LAPACK: by the reciprocal unless that overflows.
    if (std::abs(pivot) < std::numeric_limits<typename RealPart<T>::type>::min()) {
      for (Index i = diagonal + 1; i < panel_.rows; ++i)
        panel_.at(i, diagonal) = quotient(panel_.at(i, diagonal), pivot);
    } else {
      gang_.scale = true;
      gang_.factor = quotient(T{1}, pivot);
    }
  }

  /// The finished rows of a narrow block's next column.
  void solve_column(Index begin, Index column) {
    for (Index i = 0; i < column; ++i) {
      T value = panel_.at(begin + i, begin + column);
      for (Index p = 0; p < i; ++p) value -= plain_product(panel_.at(begin + i, begin + p), gang_.u[p]);
      panel_.at(begin + i, begin + column) = gang_.u[i] = value;
    }
  }

  static bool is_nan(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      return std::isnan(value);
    else
      return std::isnan(value.real()) || std::isnan(value.imag());
  }

  const Kernel<T>& kernel_;
  const FactorKernel<T>& factor_;
  const PackedPanel<T> panel_;
  Index* const pivots_;
  T* const scratch_;
  const StepPart& part_;
  PanelGang<T>& gang_;
  T* const room_of_u_;
  const Range mine_;  ///< micro-panels that the thread updates
};

}  // namespace numapack
