#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <string>

#include "gemm/problem.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// Element (i, j) of op(X) for a stored matrix, in long double.
template <class T> std::complex<long double> element(const T* x, Index leading, Transpose op, Index i, Index j) {
  const std::complex<long double> value = transposes(op) ? x[j + i * leading] : x[i + j * leading];
  return conjugates(op) ? std::conj(value) : value;
}

/// gamma_n of Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1.
template <class T> long double gamma(Index n) {
  const long double unit = static_cast<long double>(std::numeric_limits<Real<T>>::epsilon()) / 2;
  return static_cast<long double>(n) * unit / (1 - static_cast<long double>(n) * unit);
}

/// Compares every element of the result with long double sums. `before` is C before the call (column-major, ldc).
/// The bound is gamma_{k+3} (|alpha| |A| |B| + |beta| |C|), and sqrt(2) gamma_{2k+6} for complex types (four real
/// products a term, section 3.6). Elements that are not finite must be so in both. Returns "" or the first difference.
template <class T> std::string compare(const Problem<T>& problem, const T* before) {
  const bool complex = !std::is_same_v<T, Real<T>>;
  const long double factor = complex ? std::sqrt(2.0L) * gamma<T>(2 * problem.k + 6) : gamma<T>(problem.k + 3);
  const std::complex<long double> alpha = problem.alpha, beta = problem.beta;
  for (Index j = 0; j < problem.n; ++j) {
    for (Index i = 0; i < problem.m; ++i) {
      std::complex<long double> sum = 0;
      long double size = 0;
      for (Index p = 0; problem.alpha != T{0} && p < problem.k; ++p) {
        const auto x = element(problem.a, problem.lda, problem.trans_a, i, p);
        const auto y = element(problem.b, problem.ldb, problem.trans_b, p, j);
        sum += x * y;
        size += std::abs(x) * std::abs(y);
      }
      std::complex<long double> wanted = problem.alpha != T{0} && problem.k > 0 ? alpha * sum : 0;
      long double bound = std::abs(alpha) * size;
      if (problem.beta != T{0}) {
        const std::complex<long double> old = before[i + j * problem.ldc];
        wanted += beta * old;
        bound += std::abs(beta) * std::abs(old);
      }
      const std::complex<long double> got = problem.c[i + j * problem.ldc];
      const bool finite = std::isfinite(std::abs(wanted));
      const bool wrong = finite ? !(std::abs(got - wanted) <= factor * bound + std::numeric_limits<Real<T>>::min())
                                : std::isfinite(std::abs(got));
      if (wrong)
        return "C(" + std::to_string(i) + "," + std::to_string(j) + ") is " + std::to_string(double(got.real())) + "+" +
               std::to_string(double(got.imag())) + "i, not " + std::to_string(double(wanted.real())) + "+" +
               std::to_string(double(wanted.imag())) + "i";
    }
  }
  return "";
}

}  // namespace numapack::testing
