// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

#include "kernel/quotient.hpp"

namespace numapack {

/// x y, without the look for NaNs that the language's product of complex numbers takes.
template <class T>
T plain_product(const T& x, const T& y) {
  if constexpr (std::is_floating_point_v<T>)
    return x * y;
  else
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// x / d; of complex numbers infinite only where the quotient is too large. The same bits on any CPU.
template <class T>
T quotient(const T& x, const T& d) {
  if constexpr (std::is_floating_point_v<T>) {
    return x / d;
  } else {
    using R = typename T::value_type;
    const auto is_plain = [](const T& z) {
      const R size = std::max(std::abs(z.real()), std::abs(z.imag()));
      return size >= PlainReciprocal<R>::least && size <= PlainReciprocal<R>::most;
    };
    T result;
    const auto divide = is_plain(d) && (is_plain(x) || x == T{0}) ? divide_plain<R> : divide_scaled<R>;
    divide(reinterpret_cast<const R*>(&x), reinterpret_cast<const R*>(&d), reinterpret_cast<R*>(&result));
    return result;
  }
}

/// Neither NaN nor infinite.
template <class T>
bool is_number(const T& x) {
  return std::isfinite(std::real(x)) && std::isfinite(std::imag(x));
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
