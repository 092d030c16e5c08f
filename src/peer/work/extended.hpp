// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "level3/call/problem.hpp"

namespace numapack {

// The arithmetic in which results are checked.

using Extended = std::complex<long double>;

/// std::complex's own product goes through the library's handling of infinities: ten times slower, and of no
/// use here.
inline Extended product(Extended x, Extended y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

template <class T>
Extended extended(T value) {
  if constexpr (!std::is_floating_point_v<T>) {
    return {value.real(), value.imag()};
  } else {
    return {static_cast<long double>(value), 0};
  }
}

/// What is no error of rounding; JSON has no infinity.
inline constexpr double kWorstError = std::numeric_limits<double>::max();

/// How far an element is off, what the sums of absolute values are, and of how many steps.
struct Deviation {
  long double error = 0, magnitude = 0;
  Index steps = 0;

  /// The error over gamma_{steps+2} times the magnitude; complex operations in T have their own unit
  /// (reference.hpp).
  template <class T>
  double over_bound() const {
    long double unit = std::numeric_limits<decltype(std::abs(T{}))>::epsilon() / 2;
    if (is_complex(type_of<T>())) unit *= 2 * std::sqrt(2.0L);
    const long double count = static_cast<long double>(steps + 2) * unit;
    if (error == 0 || count >= 1) return 0;  // beyond 1 / u terms the bound says nothing
    const long double ratio = error / (count / (1 - count) * magnitude);
    // NaN is the worst, too.
    return ratio < static_cast<long double>(kWorstError) ? static_cast<double>(ratio) : kWorstError;
  }
};

}  // namespace numapack
