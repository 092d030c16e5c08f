// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qr/reflectors/block_reflector.hpp"
#include "qr/reflectors/panel_sums.hpp"
#include "qr/reflectors/reflector.hpp"
#include "qr/reflectors/row_products.hpp"
#include "schedule/run.hpp"

namespace numapack {

/// What the threads that factor a panel together tell each other.
template <class T>
struct ReflectorGang {
  T alpha{0};           ///< the next column's element on the diagonal
  Reflector<T> made{};  ///< of a column that one of them took alone
};

/// Where a panel is, and which thread has which rows. All rows and columns count from the panel's first.
template <class T>
struct GangPanel {
  Index rows = 0, width = 0;  ///< rows >= width
  T* a = nullptr;             ///< where it comes from, and R and the reflectors go
  Index lda = 0;
  T* v = nullptr;  ///< room for V with its zeros and ones …
  Index ldv = 0;
  T* t = nullptr;  ///< … and for T, with zeros below its diagonal
  Index ldt = 0;
  Index sum_rows = 0;  ///< rows of a block; no fewer than `width`
  T* shared = nullptr;
  PanelSums sums;
  T* tau = nullptr;
};

/// Columns from the diagonal down, factored by halves down to unblocked panels like a QrPanel, by one thread
/// or a gang, whose threads keep their blocks of rows in their caches and meet twice a column and twice a
/// product (Castaldo and Whaley, "Scaling LAPACK panel operations using parallel cache assignment", PPoPP
/// 2010, section 3). An element's arithmetic is the same for any number of them.
template <class T>
class PanelReflection {
  using R = typename RealPart<T>::type;
  using Columns = typename RowProducts<T>::Columns;
  static constexpr Index together = 16;  ///< columns that small products with a triangle take at a time

 public:
  /// One thread's part. `turn` says who has the first rows, which are finished first.
  PanelReflection(const FactorKernel<T>& factor, const RowProducts<T>& products, const GangPanel<T>& panel,
                  ReflectorGang<T>& gang, const StepPart& part, Index turn)
      : factor_(factor),
        maker_(factor),
        products_(products),
        panel_(panel),
        gang_(gang),
        part_(part),
        blocks_(divide_up(panel.rows, panel.sum_rows)),
        mine_(StepPart{static_cast<int>((part.part + turn) % part.width), part.width}.share_of(blocks_)) {}

  /// False, with A as it was, if something is not finite: all threads say the same.
  bool factor() {
    each_of_mine(0, [&](Index, Range rows) {
      for (Index j = 0; j < panel_.width; ++j)
        std::copy(panel_.a + rows.begin + j * panel_.lda, panel_.a + rows.end + j * panel_.lda,
                  column(j) + rows.begin);
    });
    if (leads())
      for (Index j = 0; j < panel_.width; ++j) std::fill_n(&t(0, j), panel_.ldt, T{0});
    if (!halve(0, panel_.width)) return false;
    part_.meet();
    if (!is_finite()) return false;
    give_back();
    return true;
  }

 private:
  bool leads() const { return part_.part == 0; }
  bool has_top() const { return mine_.begin == 0 && mine_.end > 0; }
  T* column(Index j) const { return panel_.v + j * panel_.ldv; }
  T& t(Index i, Index j) const { return panel_.t[i + j * panel_.ldt]; }
  T& r(Index i, Index j) const { return panel_.shared[panel_.sums.r + i + j * panel_.width]; }
  T* tau() const { return panel_.shared + panel_.sums.tau; }
  T* w() const { return panel_.shared + panel_.sums.w; }
  T* product(Index block) const { return panel_.shared + panel_.sums.products + block * panel_.sums.product; }
  T* dots(Index block) const { return panel_.shared + panel_.sums.dots + block * unblocked_columns; }
  T& squares(Index block) const { return panel_.shared[panel_.sums.squares + block]; }

  /// each(block, its rows from this one on) for the thread's blocks.
  template <class Each>
  void each_of_mine(Index from, const Each& each) const {
    for (Index block = mine_.begin; block < mine_.end; ++block) {
      const Index begin = block * panel_.sum_rows;
      const Range rows{std::max(from, begin), std::min(panel_.rows, begin + panel_.sum_rows)};
      each(block, rows);
    }
  }

  bool halve(Index begin, Index end) {
    if (end - begin <= unblocked_columns) return factor_unblocked(begin, end);
    const Index middle = begin + panel_.sums.first_half(end - begin);
    if (!halve(begin, middle)) return false;
    apply(begin, middle, end);
    if (!halve(middle, end)) return false;
    join(begin, middle, end);
    return true;
  }

  /// Columns [middle, end) meet the reflectors of [begin, middle).
  void apply(Index begin, Index middle, Index end) {
    const Index half = middle - begin, others = end - middle;
    add_products(begin, begin, middle, end);
    const Range mine = part_.share_of(others);
    sum_products(half, mine);
    // W = T^H W, from its last row up: a row needs those above.
    T row[together];
    for (Index c = mine.begin; c < mine.end; c += together) {
      const Index count = std::min(together, mine.end - c);
      T* const from = w() + c * half;
      for (Index i = half; i-- > 0;) {
        factor_.dots(i + 1, &t(begin, begin + i), from, half, count, row);
        for (Index j = 0; j < count; ++j) from[i + j * half] = row[j];
      }
    }
    part_.meet();
    const Columns of_w{w(), half, others};
    if (mine_.size() > 0) products_.take(of_w, half);
    each_of_mine(begin, [&](Index, Range rows) {
      products_.subtract(rows.size(), {column(begin) + rows.begin, panel_.ldv, half}, of_w,
                         column(middle) + rows.begin, panel_.ldv);
    });
  }

  /// What stands above the second triangle: V1^H V2 becomes -T1 V1^H V2 T2 (see join_larft). Above row
  /// `middle` the second half of V has zeros.
  void join(Index begin, Index middle, Index end) {
    const Index half = middle - begin, others = end - middle;
    add_products(middle, begin, middle, end);
    const Range mine = part_.share_of(others);
    sum_products(half, mine);
    part_.meet();
    if (mine.size() == 0) return;
    T* const between = &t(begin, middle + mine.begin);
    T row[together];
    for (Index c = 0; c < mine.size(); c += together) {
      const Index count = std::min(together, mine.size() - c);
      T* const to = between + c * panel_.ldt;
      for (Index k = 0; k < others; ++k) {
        for (Index j = 0; j < count; ++j) row[j] = -t(middle + k, middle + mine.begin + c + j);
        factor_.subtract(half, w() + k * half, to, panel_.ldt, count, row);
      }
      for (Index k = 0; k < half; ++k) {
        for (Index j = 0; j < count; ++j) row[j] = std::exchange(to[k + j * panel_.ldt], T{0});
        factor_.subtract(k + 1, &t(begin, begin + k), to, panel_.ldt, count, row);
      }
    }
  }

  /// V1^H times the columns [middle, end) in the thread's rows from this one on, for all to see.
  void add_products(Index from, Index begin, Index middle, Index end) {
    each_of_mine(from, [&](Index block, Range rows) {
      products_.dots(rows.size(), {column(begin) + rows.begin, panel_.ldv, middle - begin},
                     {column(middle) + rows.begin, panel_.ldv, end - middle}, product(block), middle - begin);
    });
    part_.meet();
  }

  void sum_products(Index half, Range columns) {
    if (columns.size() == 0) return;
    T* const to = w() + columns.begin * half;
    const Index count = columns.size() * half;
    std::copy_n(product(0) + columns.begin * half, count, to);
    for (Index block = 1; block < blocks_; ++block) {
      const T* const from = product(block) + columns.begin * half;
      for (Index i = 0; i < count; ++i) to[i] += from[i];
    }
  }

  /// One reflector after the other. Each meets all columns of the unblocked panel in one pass: those behind
  /// it, to be reflected, and those before it, for T. The pass leaves the squares of the next column.
  bool factor_unblocked(Index begin, Index end) {
    const Index width = end - begin;
    if (has_top())
      for (Index j = begin; j < end; ++j) keep_rows_of_r(0, begin, j);
    each_of_mine(begin, [&](Index block, Range rows) { add_squares(block, rows, begin); });
    T sums[unblocked_columns], factors[unblocked_columns];
    for (Index j = begin; j < end; ++j) {
      part_.meet();
      const Reflector<T> made = reflector(j);
      if (!is_number(made.tau)) return false;
      each_of_mine(j, [&](Index block, Range rows) {
        if (block == 0) finish_top(begin, j, made);
        const Index below = std::max(rows.begin, j + 1);
        if (made.factor != T{1}) maker_.scale(rows.end - below, made.factor, column(j) + below);
        factor_.dots(rows.size(), column(j) + rows.begin, column(begin) + rows.begin, panel_.ldv, width,
                     dots(block));
      });
      part_.meet();
      sum_dots(width, sums);
      if (leads()) {
        tau()[j] = made.tau;
        for (Index i = begin; i < j; ++i) t(i, j) = conjugate_of(sums[i - begin]);
      }
      if (j + 1 == end) continue;
      for (Index c = j + 1; c < end; ++c)
        factors[c - j - 1] = plain_product(conjugate_of(made.tau), sums[c - begin]);
      each_of_mine(j, [&](Index block, Range rows) {
        if (made.tau != T{0})
          factor_.subtract(rows.size(), column(j) + rows.begin, column(j + 1) + rows.begin, panel_.ldv,
                           end - j - 1, factors);
        add_squares(block, rows, j + 1);
      });
    }
    if (leads()) larft_narrow(&t(begin, begin), panel_.ldt, width, tau() + begin);
    return true;
  }

  /// R's part of a column is kept, and V's zeros come in.
  void keep_rows_of_r(Index first, Index last, Index j) {
    std::copy(column(j) + first, column(j) + last, &r(first, j));
    std::fill(column(j) + first, column(j) + last, T{0});
  }

  void finish_top(Index begin, Index j, const Reflector<T>& made) {
    keep_rows_of_r(begin, j, j);
    r(j, j) = made.beta;
    column(j)[j] = T{1};
  }

  /// Of a column below its diagonal, in some of the thread's rows; and what is on the diagonal.
  void add_squares(Index block, Range rows, Index j) {
    const Index below = std::max(rows.begin, j + 1);
    T& sum = squares(block);
    sum = T{0};
    if (below < rows.end) {
      const T* const x = column(j) + below;
      factor_.dots(rows.end - below, x, x, panel_.ldv, 1, &sum);
    }
    if (block == 0) gang_.alpha = column(j)[j];
  }

  void sum_dots(Index width, T* sums) const {
    std::copy_n(dots(0), width, sums);
    for (Index block = 1; block < blocks_; ++block)
      for (Index c = 0; c < width; ++c) sums[c] += dots(block)[c];
  }

  /// All threads find the same one; a column that needs more care is one thread's.
  Reflector<T> reflector(Index j) {
    R all{0};
    for (Index block = 0; block < blocks_; ++block) all += std::real(squares(block));
    const Index below = panel_.rows - j - 1;
    if (const auto made = maker_.usual(below, gang_.alpha, all)) return *made;
    if (leads()) {
      T alpha = gang_.alpha;
      const T tau = maker_.make(below, alpha, column(j) + j + 1);
      gang_.made = {alpha, tau, T{1}};
    }
    part_.meet();
    return gang_.made;
  }

  bool is_finite() const {
    return BlockReflector<T>{panel_.rows, panel_.width, panel_.v, panel_.ldv, panel_.t, panel_.ldt}
        .is_finite();
  }

  void give_back() {
    each_of_mine(0, [&](Index block, Range rows) {
      for (Index j = 0; j < panel_.width; ++j) {
        T* const to = panel_.a + j * panel_.lda;
        if (block == 0) std::copy_n(&r(0, j), j + 1, to);
        const Index below = std::max(rows.begin, j + 1);
        if (below < rows.end) std::copy(column(j) + below, column(j) + rows.end, to + below);
      }
    });
    if (leads()) std::copy_n(tau(), panel_.width, panel_.tau);
  }

  const FactorKernel<T>& factor_;
  const ReflectorMaker<T> maker_;
  const RowProducts<T>& products_;
  const GangPanel<T>& panel_;
  ReflectorGang<T>& gang_;
  const StepPart& part_;
  const Index blocks_;
  const Range mine_;  ///< blocks of rows
};

}  // namespace numapack
