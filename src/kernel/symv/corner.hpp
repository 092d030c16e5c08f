// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The few numbers where a group of a triangle's columns meets the diagonal. By the instruction set of the
// source that includes this (see kernel/triangle/factor.hpp).

#include "kernel/symv/number.hpp"

namespace numapack {
namespace {

/// A triangle of so few columns that all of x is in registers; see SubstitutionPass.
template <class T, int Order, bool Lower, bool Across>
class Corner {
  using R = typename Parts<T>::Real;
  static constexpr int parts = Parts<T>::count;
  using One = Number<R, parts>;
  /// What is known of x goes down its elements.
  static constexpr bool down = Lower != Across;

 public:
  Corner(const R* a, Index stride, bool conjugate, bool unit)
      : a_(a), stride_(stride), conjugate_(conjugate), unit_(unit) {}

  void work(R* values) const {
    One x[Order];
#pragma GCC unroll 4
    for (int i = 0; i < Order; ++i) x[i] = One::from(values + i * parts);
#pragma GCC unroll 4
    for (int k = 0; k < Order; ++k) {
      const int c = down ? k : Order - 1 - k;
      if constexpr (!Across) divide(x[c], c);
      const int from = Lower ? c + 1 : 0, to = Lower ? Order : c;
#pragma GCC unroll 4
      for (int i = from; i < to; ++i) {
        if constexpr (Across)
          x[c].subtract(element(i, c), x[i]);
        else
          x[i].subtract(element(i, c), x[c]);
      }
      if constexpr (Across) divide(x[c], c);
    }
#pragma GCC unroll 4
    for (int i = 0; i < Order; ++i) x[i].into(values + i * parts);
  }

 private:
  One element(int i, int j) const { return One::from(a_ + i * parts + j * stride_, conjugate_); }

  void divide(One& x, int c) const {
    if (!unit_) x = x.over(element(c, c));
  }

  const R* const a_;
  const Index stride_;  ///< from column to column, in reals
  const bool conjugate_, unit_;
};

}  // namespace
}  // namespace numapack
