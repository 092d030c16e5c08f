// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <type_traits>

namespace numapack {

/// x y, without the look for NaNs that the language's product of complex numbers takes.
template <class T>
T plain_product(const T& x, const T& y) {
  if constexpr (std::is_floating_point_v<T>)
    return x * y;
  else
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// What the conjugate of a real number is, too.
template <class T>
T conjugate_of(const T& x) {
  if constexpr (std::is_floating_point_v<T>)
    return x;
  else
    return std::conj(x);
}

}  // namespace numapack
