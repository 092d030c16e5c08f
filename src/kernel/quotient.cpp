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
  const R re = std::scalbn(x[0], -of_x), im = std::scalbn(x[1], -of_x);
  const R of_re = std::scalbn(d[0], -of_d), of_im = std::scalbn(d[1], -of_d);
  const bool real = std::abs(of_re) >= std::abs(of_im);
  const R more = real ? of_re : of_im, less = real ? of_im : of_re;
  const R ratio = less / more, whole = more + less * ratio;
  quotient[0] = std::scalbn((real ? re + im * ratio : re * ratio + im) / whole, of_x - of_d);
  quotient[1] = std::scalbn((real ? im - re * ratio : im * ratio - re) / whole, of_x - of_d);
}

template void divide_scaled(const float*, const float*, float*);
template void divide_scaled(const double*, const double*, double*);

}  // namespace numapack
