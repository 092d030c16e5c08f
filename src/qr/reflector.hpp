// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain_product.hpp"
#include "qr/scaling.hpp"

namespace numapack {

/// LAPACK's larfg: a reflector whose adjoint takes (alpha, x) to (beta, 0), with a real beta, tau = 0 if
/// there is nothing to do. Columns whose norm is so small that its reciprocal may overflow are scaled up, as
/// there.
template <class T>
class ReflectorMaker {
  using R = typename RealPart<T>::type;

 public:
  explicit ReflectorMaker(const FactorKernel<T>& kernel) : kernel_(kernel) {}

  /// alpha becomes beta, x (n elements) what stands below the one in v. Returns tau.
  T make(Index n, T& alpha, T* x) const {
    R norm = this->norm(n, x);
    if (norm == R{0} && std::imag(alpha) == R{0}) return T{0};
    R beta = opposite(alpha, norm), too_large = 1;
    if (std::isinf(std::real(alpha) - beta) && is_number(alpha) && std::isfinite(largest_part(x, n, n, 1))) {
      // R's element may be infinite then; its reflector need not be.
      too_large = std::scalbn(R{1}, 2 + std::ilogb(static_cast<R>(n + 1)) / 2);
      scale(n, T{1 / too_large}, x);
      alpha /= too_large;
      norm = this->norm(n, x);
      beta = opposite(alpha, norm);
    }
    int scaled = 0;
    while (std::abs(beta) < least && scaled < 20) {
      ++scaled;
      scale(n, T{1 / least}, x);
      beta *= 1 / least;
      alpha *= 1 / least;
      if (std::abs(beta) < least) continue;
      norm = this->norm(n, x);
      beta = opposite(alpha, norm);
    }
    const R past = std::real(alpha) - beta;  // signs differ
    T tau, factor;
    if constexpr (std::is_floating_point_v<T>) {
      tau = -past / beta;
      factor = 1 / past;
    } else {
      tau = {-past / beta, -alpha.imag() / beta};
      // 1 / (past + i imag); |imag| <= |past|.
      const R ratio = alpha.imag() / past, real = 1 / (past + ratio * alpha.imag());
      factor = {real, -ratio * real};
    }
    scale(n, factor, x);
    for (; scaled > 0; --scaled) beta *= least;
    alpha = T{beta * too_large};
    return tau;
  }

  /// The Euclidean norm: by the sum of squares where that is neither too large nor too small, else of the
  /// elements over the largest one. NaN if there is one.
  R norm(Index n, const T* x) const {
    if (n <= 0) return R{0};
    T sum{0};
    kernel_.dots(n, x, x, n, 1, &sum);
    const R squares = std::real(sum);
    constexpr R epsilon = std::numeric_limits<R>::epsilon();
    // Squares that underflowed count for less than a rounding.
    const R small = std::numeric_limits<R>::min() / (epsilon * epsilon) * static_cast<R>(n);
    if (squares >= small && squares <= std::numeric_limits<R>::max()) return std::sqrt(squares);
    const R largest = largest_part(x, n, n, 1);
    if (!(largest > R{0}) || std::isinf(largest)) return largest;
    R scaled{0};
    for (Index i = 0; i < n; ++i)
      for (const R part : {std::real(x[i]), std::imag(x[i])}) scaled += (part / largest) * (part / largest);
    return largest * std::sqrt(scaled);
  }

 private:
  /// LAPACK's safe minimum over its epsilon: 1 / least, and what it makes of an alpha, are finite.
  static constexpr R least = std::numeric_limits<R>::min() / (std::numeric_limits<R>::epsilon() / 2);

  static R opposite(const T& alpha, R norm) {
    const R re = std::real(alpha), im = std::imag(alpha);
    // The library's of three numbers may be NaN where one is infinite, and a number where one is NaN.
    if (!is_number(alpha) || !std::isfinite(norm))
      return -std::copysign(std::abs(re) + std::abs(im) + norm, re);
    // It rounds more often than that of two, so that fewer singular matrices would be seen.
    if constexpr (std::is_floating_point_v<T>) return -std::copysign(std::hypot(re, norm), re);
    return -std::copysign(std::hypot(re, im, norm), re);
  }

  static void scale(Index n, const T& factor, T* x) {
    if constexpr (std::is_floating_point_v<T>) {
      for (Index i = 0; i < n; ++i) x[i] *= factor;
    } else {
      R* const parts = reinterpret_cast<R*>(x);
      const R real = factor.real(), imag = factor.imag();
      for (Index i = 0; i < n; ++i) {
        const R re = parts[2 * i], im = parts[2 * i + 1];
        parts[2 * i] = re * real - im * imag;
        parts[2 * i + 1] = re * imag + im * real;
      }
    }
  }

  const FactorKernel<T>& kernel_;
};

}  // namespace numapack
