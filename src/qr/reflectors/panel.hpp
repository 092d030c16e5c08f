// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qr/reflectors/block_reflector.hpp"
#include "qr/reflectors/reflector.hpp"
#include "qr/reflectors/widths.hpp"

namespace numapack {

/// Columns from the diagonal down, factored by halves (Elmroth and Gustavson 2000). They are worked on as a
/// copy, which ends as V with its zeros and ones; R and the reflectors go home from the narrow unblocked
/// panels.
template <class T>
class QrPanel {
 public:
  /// v, ldv, t, ldt: room for V and T; w: for width x width, with ldt.
  QrPanel(const FactorKernel<T>& kernel, T* v, Index ldv, T* t, Index ldt, T* w)
      : kernel_(kernel), maker_(kernel), v_(v), ldv_(ldv), t_(t), ldt_(ldt), w_(w) {}

  /// rows >= width columns of `a`.
  BlockReflector<T> factor(Index rows, Index width, T* a, Index lda, T* tau) {
    rows_ = rows, a_ = a, lda_ = lda, tau_ = tau;
    for (Index j = 0; j < width; ++j) std::copy_n(a + j * lda, rows, column(j));
    halve(0, width);
    return block(0, width);
  }

  /// The widest unblocked panel.
  static constexpr Index unblocked = unblocked_columns;

 private:
  T* column(Index j) const { return v_ + j * ldv_; }
  T& t(Index i, Index j) const { return t_[i + j * ldt_]; }
  BlockReflector<T> block(Index begin, Index end) const {
    return {rows_ - begin, end - begin, column(begin) + begin, ldv_, &t(begin, begin), ldt_};
  }

  void halve(Index begin, Index end) {
    if (end - begin <= unblocked) return factor_unblocked(begin, end);
    const Index half = round_up(divide_up(end - begin, 2), unblocked), middle = begin + half;
    halve(begin, middle);
    block(begin, middle).larfb_left(adjoint<T>, column(middle) + begin, ldv_, end - middle, w_, ldt_);
    halve(middle, end);
    // Above row `middle` the second half of V has zeros.
    gemm(Problem<T>{adjoint<T>, Transpose::none, half, end - middle, rows_ - middle, T{1},
                    column(begin) + middle, ldv_, column(middle) + middle, ldv_, T{0}, &t(begin, middle),
                    ldt_});
    join_larft(&t(begin, begin), ldt_, half, end - middle);
  }

  /// One reflector after the other. Each meets all columns of the unblocked panel in one pass: those behind
  /// it, to be reflected, and those before it, for T.
  void factor_unblocked(Index begin, Index end) {
    // Rows above the unblocked panel are R's.
    for (Index j = begin; j < end; ++j) {
      std::copy_n(column(j), begin, a_ + j * lda_);
      std::fill_n(column(j), begin, T{0});
    }
    T products[unblocked];
    for (Index j = begin; j < end; ++j) {
      T* const v = column(j) + j;
      const Index all = rows_ - j;
      const T tau = maker_.make(all - 1, v[0], v + 1);
      tau_[j] = tau;
      // R's part of the column goes home, and V's zeros and one come in.
      std::copy_n(column(j) + begin, j - begin + 1, a_ + begin + j * lda_);
      std::fill_n(column(j) + begin, j - begin, T{0});
      v[0] = T{1};
      std::copy_n(v + 1, all - 1, a_ + j + 1 + j * lda_);
      // Zeros behind its end would make NaN of a tau that is not finite.
      const Index rows = is_number(tau) ? all : reach(all, v);
      const Index reached =
          is_number(tau) ? end : j + 1 + reach_across(rows, end - j - 1, column(j + 1) + j, ldv_);
      if (end - begin > 1) kernel_.dots(rows, v, column(begin) + j, ldv_, end - begin, products);
      for (Index i = begin; i < j; ++i) t(i, j) = conjugate_of(products[i - begin]);
      for (Index c = j + 1; c < end; ++c)
        products[c - begin] = plain_product(conjugate_of(tau), products[c - begin]);
      if (j + 1 < reached && tau != T{0})
        kernel_.subtract(rows, v, column(j + 1) + j, ldv_, reached - j - 1, products + (j + 1 - begin));
    }
    larft_narrow(&t(begin, begin), ldt_, end - begin, tau_ + begin);
  }

  const FactorKernel<T>& kernel_;
  const ReflectorMaker<T> maker_;
  T* const v_;
  const Index ldv_;
  T* const t_;
  const Index ldt_;
  T* const w_;
  Index rows_ = 0, lda_ = 0;
  T *a_ = nullptr, *tau_ = nullptr;
};

}  // namespace numapack
