// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Single numbers next to vectors of them. By the instruction set of the source that includes this (see
// kernel/triangle/factor.hpp).

#include "kernel/quotient.hpp"
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
  friend Number operator-(const Number& x) {
    Number negative;
    for (int i = 0; i < Parts; ++i) negative.part[i] = -x.part[i];
    return negative;
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
  /// By d's reciprocal, which waits for nothing, if it has a plain one: without the square of what is large
  /// or small (Smith, CACM 5(8), 1962).
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
  /// By any d.
  Number over_any(const Number& d) const {
    Number quotient;
    divide_scaled(part, d.part, quotient.part);
    return quotient;
  }
};

/// A number s to multiply vectors by, see Multiplier: x s, or conj(x) s.
template <class T>
class VectorFactor {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int parts = Parts<T>::count;

 public:
  VectorFactor() = default;
  explicit VectorFactor(const Number<R, parts>& s, bool conjugate_x = false) : same_(broadcast(s.part[0])) {
    if constexpr (parts == 2) {
      crossed_ = broadcast(s.part[1]) * (conjugate_x ? V{} + R{1} : minus_plus<R>());
      if (conjugate_x) same_ = same_ * -minus_plus<R>();
    }
  }
  V add_to(V sum, V x) const {
    sum = multiply_add_vectors<R>(x, same_, sum);
    return parts == 2 ? multiply_add_vectors<R>(swap_parts<R>(x), crossed_, sum) : sum;
  }

 private:
  V same_{}, crossed_{};
};

}  // namespace
}  // namespace numapack
