// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <utility>

#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain_product.hpp"
#include "qr/reflectors/scaling.hpp"

namespace numapack {

/// What becomes of a column: its element on the diagonal, and the reflector.
template <class T>
struct Reflector {
  T beta{0}, tau{0};
  T factor{1};  ///< by which what is below the diagonal is still to be multiplied
};

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
    const auto [tau, factor] = found(alpha, beta);
    scale(n, factor, x);
    for (; scaled > 0; --scaled) beta *= least;
    alpha = T{beta * too_large};
    return tau;
  }

  /// The reflector of a column of which alpha and the squares of the n elements below are known; nothing if
  /// make() would do more about it: if something is near under- or overflow, not finite, or zero.
  std::optional<Reflector<T>> usual(Index n, const T& alpha, R squares) const {
    if (n < 1 || !is_number(alpha) || !is_usual(n, squares)) return std::nullopt;
    const R beta = opposite(alpha, std::sqrt(squares));
    if (std::abs(beta) < least || std::isinf(std::real(alpha) - beta)) return std::nullopt;
    const auto [tau, factor] = found(alpha, beta);
    return Reflector<T>{T{beta}, tau, factor};
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

  /// The Euclidean norm: by the sum of squares where that is neither too large nor too small, else of the
  /// elements over the largest one. NaN if there is one.
  R norm(Index n, const T* x) const {
    if (n <= 0) return R{0};
    T sum{0};
    kernel_.dots(n, x, x, n, 1, &sum);
    const R squares = std::real(sum);
    if (is_usual(n, squares)) return std::sqrt(squares);
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

  /// Of finite numbers, by operations that IEEE 754 fixes: the library's depends on its version and the CPU.
  static R hypotenuse(R x, R y) {
    if constexpr (sizeof(R) == sizeof(float))
      return static_cast<R>(std::sqrt(double{x} * double{x} + double{y} * double{y}));
    const R larger = std::max(std::abs(x), std::abs(y));
    if (larger == R{0}) return larger;
    const int exponent = std::ilogb(larger);
    const R one = std::scalbn(x, -exponent), other = std::scalbn(y, -exponent);
    return std::scalbn(std::sqrt(one * one + other * other), exponent);
  }

  static R opposite(const T& alpha, R norm) {
    const R re = std::real(alpha), im = std::imag(alpha);
    // The library's of three numbers may be NaN where one is infinite, and a number where one is NaN.
    if (!is_number(alpha) || !std::isfinite(norm))
      return -std::copysign(std::abs(re) + std::abs(im) + norm, re);
    // It rounds more often than that of two, so that fewer singular matrices would be seen.
    if constexpr (std::is_floating_point_v<T>) return -std::copysign(hypotenuse(re, norm), re);
    return -std::copysign(std::hypot(re, im, norm), re);
  }

  /// tau, and by what x is to be multiplied.
  static std::pair<T, T> found(const T& alpha, R beta) {
    const R past = std::real(alpha) - beta;  // signs differ
    if constexpr (std::is_floating_point_v<T>) {
      return {-past / beta, 1 / past};
    } else {
      // 1 / (past + i imag); |imag| <= |past|.
      const R ratio = alpha.imag() / past, real = 1 / (past + ratio * alpha.imag());
      return {T{-past / beta, -alpha.imag() / beta}, T{real, -ratio * real}};
    }
  }

  /// Whether a sum of n squares is neither too large nor too small: those that underflowed count for less
  /// than a rounding.
  static bool is_usual(Index n, R squares) {
    constexpr R epsilon = std::numeric_limits<R>::epsilon();
    const R small = std::numeric_limits<R>::min() / (epsilon * epsilon) * static_cast<R>(n);
    return squares >= small && squares <= std::numeric_limits<R>::max();
  }

  const FactorKernel<T>& kernel_;
};

}  // namespace numapack
