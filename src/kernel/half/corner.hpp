// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The few numbers where a group of a triangle's columns meets the diagonal. By the instruction set of the
// source that includes this (see kernel/triangle/factor.hpp).

#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// A number of reals or with two parts: std::complex's operators are functions that other sources share.
template <class R, int Parts>
struct Number {
  R part[Parts];

  static Number from(const R* values, bool conjugate = false) {
    Number number;
    number.part[0] = values[0];
    if constexpr (Parts == 2) number.part[1] = conjugate ? -values[1] : values[1];
    return number;
  }
  void into(R* values) const {
    for (int i = 0; i < Parts; ++i) values[i] = part[i];
  }
  friend Number operator*(const Number& x, const Number& y) {
    Number product;
    if constexpr (Parts == 1) {
      product.part[0] = x.part[0] * y.part[0];
    } else {
      product.part[0] = x.part[0] * y.part[0] - x.part[1] * y.part[1];
      product.part[1] = x.part[0] * y.part[1] + x.part[1] * y.part[0];
    }
    return product;
  }
  /// this -= x y.
  void subtract(const Number& x, const Number& y) {
    const Number product = x * y;
    for (int i = 0; i < Parts; ++i) part[i] -= product.part[i];
  }
  /// Without the square of what is large or small (Smith, CACM 5(8), 1962).
  Number over(const Number& d) const {
    Number quotient;
    if constexpr (Parts == 1) {
      quotient.part[0] = part[0] / d.part[0];
    } else {
      const bool real = (d.part[0] < 0 ? -d.part[0] : d.part[0]) >= (d.part[1] < 0 ? -d.part[1] : d.part[1]);
      const R more = real ? d.part[0] : d.part[1], less = real ? d.part[1] : d.part[0];
      const R ratio = less / more, whole = R{1} / (more + less * ratio);
      const R re = real ? part[0] + part[1] * ratio : part[0] * ratio + part[1];
      const R im = real ? part[1] - part[0] * ratio : part[1] * ratio - part[0];
      quotient.part[0] = re * whole;
      quotient.part[1] = im * whole;
    }
    return quotient;
  }
};

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
