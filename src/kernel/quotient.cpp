// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/quotient.hpp"

#include <algorithm>
#include <cmath>

namespace numapack {

namespace {

/// Of the larger part; 0 where that would scale nothing.
template <class R>
int exponent_of(const R* z) {
  const R larger = std::max(std::abs(z[0]), std::abs(z[1]));
  return larger > 0 && std::isfinite(larger) ? std::ilogb(larger) : 0;
}

}  // namespace

template <class R>
void divide_scaled(const R* x, const R* d, R* quotient) {
  const int of_x = exponent_of(x), of_d = exponent_of(d);
  const R scaled[] = {std::scalbn(x[0], -of_x), std::scalbn(x[1], -of_x)};
  const R by[] = {std::scalbn(d[0], -of_d), std::scalbn(d[1], -of_d)};
  divide_by_smith(scaled, by, quotient);
  for (int part = 0; part < 2; ++part) quotient[part] = std::scalbn(quotient[part], of_x - of_d);
}

template void divide_scaled(const float*, const float*, float*);
template void divide_scaled(const double*, const double*, double*);

}  // namespace numapack
