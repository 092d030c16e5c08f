// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

namespace numapack {

/// Divisors d whose reciprocal is a normal number, and what is on the way to it, too: the larger part of d is
/// between these. A quotient by any other is divide_scaled()'s.
template <class R>
struct PlainReciprocal {
  static constexpr R least = std::numeric_limits<R>::min(), most = 1 / (4 * least);
};

/// quotient = x / d of complex numbers, two parts each, without the square of what is large or small (Smith,
/// CACM 5(8), 1962). By operations that IEEE 754 fixes, which the compiler's library fuses on some CPUs.
template <class R>
void divide_by_smith(const R* x, const R* d, R* quotient) {
  const bool real = std::abs(d[0]) >= std::abs(d[1]);
  const R more = real ? d[0] : d[1], less = real ? d[1] : d[0];
  const R ratio = less / more, whole = more + less * ratio;
  const R re = real ? x[0] + x[1] * ratio : x[0] * ratio + x[1];
  const R im = real ? x[1] - x[0] * ratio : x[1] * ratio - x[0];
  quotient[0] = re / whole, quotient[1] = im / whole;
}

/// The same where nothing on the way is too large or small: of floats the plain formula, in doubles.
template <class R>
void divide_plain(const R* x, const R* d, R* quotient) {
  if constexpr (sizeof(R) == sizeof(float)) {
    const double a = x[0], b = x[1], c = d[0], e = d[1], square = c * c + e * e;
    quotient[0] = static_cast<R>((a * c + b * e) / square);
    quotient[1] = static_cast<R>((b * c - a * e) / square);
  } else {
    divide_by_smith(x, d, quotient);
  }
}

/// quotient = x / d of complex numbers, two parts each: overflows only where the quotient does. Both are
/// scaled by powers of two (Baudin and Smith, arXiv 1210.4539), then divided by divide_by_smith(). A zero, an
/// infinity or a NaN as divisor gives what Smith's formula does.
template <class R>
void divide_scaled(const R* x, const R* d, R* quotient);

}  // namespace numapack
