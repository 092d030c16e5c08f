// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace numapack {

/// Divisors d whose reciprocal is a normal number, and what is on the way to it, too: the larger part of d is
/// between these. A quotient by any other is divide_scaled()'s.
template <class R>
struct PlainReciprocal {
  static constexpr R least = std::numeric_limits<R>::min(), most = 1 / (4 * least);
};

/// quotient = x / d of complex numbers, two parts each: overflows only where the quotient does. Both are
/// scaled by powers of two (Baudin and Smith, arXiv 1210.4539), then divided without the square of what is
/// large or small (Smith, CACM 5(8), 1962). A zero, an infinity or a NaN as divisor gives what Smith's
/// formula does.
template <class R>
void divide_scaled(const R* x, const R* d, R* quotient);

}  // namespace numapack
