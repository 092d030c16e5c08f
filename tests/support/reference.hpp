#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "gemm/problem.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// op(X) as rows x columns of wide numbers, with their absolute values.
template <class T>
struct Wide {
  using Number = std::conditional_t<std::is_same_v<T, Real<T>>, long double, std::complex<long double>>;

  Wide(const T* x, Index leading, Transpose op, Index rows_, Index columns) : rows(rows_) {
    for (Index j = 0; j < columns; ++j) {
      for (Index i = 0; i < rows; ++i) {
        Number value = transposes(op) ? x[j + i * leading] : x[i + j * leading];
        if constexpr (!std::is_same_v<T, Real<T>>)
          if (conjugates(op)) value = std::conj(value);
        values.push_back(value);
        sizes.push_back(std::abs(value));
      }
    }
  }

  Index rows;
  std::vector<Number> values;
  std::vector<long double> sizes;
};

/// gamma_n of Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1.
template <class T>
long double gamma(Index n) {
  const long double unit = static_cast<long double>(std::numeric_limits<Real<T>>::epsilon()) / 2;
  return static_cast<long double>(n) * unit / (1 - static_cast<long double>(n) * unit);
}

/// Compares every element of the result with long double sums. `before` is C before the call (column-major,
/// ldc). The bound is gamma_{k+3} (|alpha| |A| |B| + |beta| |C|), and sqrt(2) gamma_{2k+6} for complex types
/// (four real products a term, section 3.6). Elements that are not finite must be so in both. Returns "" or
/// the first difference.
template <class T>
std::string compare(const Problem<T>& problem, const T* before) {
  const bool complex = !std::is_same_v<T, Real<T>>;
  const long double factor =
      complex ? std::sqrt(2.0L) * gamma<T>(2 * problem.k + 6) : gamma<T>(problem.k + 3);
  using Number = typename Wide<T>::Number;
  const bool multiplies = problem.alpha != T{0} && problem.k > 0;
  const Index terms = multiplies ? problem.k : 0;
  const Wide<T> a(problem.a, problem.lda, problem.trans_a, problem.m, terms);
  const Wide<T> b(problem.b, problem.ldb, problem.trans_b, terms, problem.n);
  const Number alpha = problem.alpha, beta = problem.beta;
  for (Index j = 0; j < problem.n; ++j) {
    for (Index i = 0; i < problem.m; ++i) {
      Number sum = 0;
      long double size = 0;
      for (Index p = 0; p < terms; ++p) {
        const auto x = static_cast<std::size_t>(i + p * a.rows), y = static_cast<std::size_t>(p + j * b.rows);
        sum += a.values[x] * b.values[y];
        size += a.sizes[x] * b.sizes[y];
      }
      Number wanted = multiplies ? alpha * sum : Number{0};
      long double bound = multiplies ? std::abs(alpha) * size : 0;
      if (problem.beta != T{0}) {
        const Number old = before[i + j * problem.ldc];
        wanted += beta * old;
        bound += std::abs(beta) * std::abs(old);
      }
      const Number got = problem.c[i + j * problem.ldc];
      const bool finite = std::isfinite(std::abs(wanted));
      const bool wrong =
          finite ? !(std::abs(got - wanted) <= factor * bound + std::numeric_limits<Real<T>>::min())
                 : std::isfinite(std::abs(got));
      if (wrong) {
        std::ostringstream text;
        text << "C(" << i << "," << j << ") is " << got << ", not " << wanted << "; allowed difference "
             << factor * bound;
        return text.str();
      }
    }
  }
  return "";
}

}  // namespace numapack::testing
