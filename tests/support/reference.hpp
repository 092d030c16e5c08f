// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "level3/call/problem.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// The type in which T's sums are checked: its roundings are negligible next to T's own. Not always long
/// double, which is software on aarch64.
template <class T>
using WideReal = std::conditional_t<std::is_same_v<Real<T>, float>, double, long double>;
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, Real<T>>, WideReal<T>, std::complex<WideReal<T>>>;

/// gamma_n of Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1.
template <class T>
WideReal<T> gamma(Index n) {
  const WideReal<T> unit = static_cast<WideReal<T>>(std::numeric_limits<Real<T>>::epsilon()) / 2;
  return static_cast<WideReal<T>>(n) * unit / (1 - static_cast<WideReal<T>>(n) * unit);
}

/// The sum of x[p] y[p]; of interleaved real and imaginary parts if Parts is 2. Plain loops, and not for
/// sanitizers to look at: half the tests' time went into calls and checks in here.
template <int Parts, class R>
__attribute__((no_sanitize("address", "thread", "undefined"))) void dot(const R* x, const R* y, Index terms,
                                                                        R (&sum)[Parts]) {
  for (R& part : sum) part = 0;
  for (Index p = 0; p < Parts * terms; p += Parts) {
    if constexpr (Parts == 1) {
      sum[0] += x[p] * y[p];
    } else {
      sum[0] += x[p] * y[p] - x[p + 1] * y[p + 1];
      sum[1] += x[p] * y[p + 1] + x[p + 1] * y[p];
    }
  }
}

/// A times B of a problem, element by element, with the sums of the terms' absolute values: multiplied once,
/// compared with as many results as there are. Neither alpha nor beta nor C are looked at before compare(),
/// and of A and B nothing where alpha is zero.
template <class T>
class Reference {
  using R = WideReal<T>;
  static constexpr int parts = sizeof(Wide<T>) / sizeof(R);

 public:
  explicit Reference(const Problem<T>& problem) {
    if (problem.alpha == T{0}) return;
    const Lines a(problem.a, problem.lda, !transposes(problem.trans_a), conjugates(problem.trans_a),
                  problem.m, problem.k);
    const Lines b(problem.b, problem.ldb, transposes(problem.trans_b), conjugates(problem.trans_b), problem.n,
                  problem.k);
    for (Index j = 0; j < problem.n; ++j) {
      for (Index i = 0; i < problem.m; ++i) {
        R sum[parts], size[1];
        dot<parts>(a.values.data() + i * a.step, b.values.data() + j * b.step, problem.k, sum);
        dot<1>(a.sizes.data() + i * problem.k, b.sizes.data() + j * problem.k, problem.k, size);
        if constexpr (parts == 1)
          sums_.push_back(sum[0]);
        else
          sums_.push_back({sum[0], sum[1]});
        sizes_.push_back(size[0]);
      }
    }
  }

  /// Every element of the result in its region. `before` is C before the call (column-major, ldc). The bound
  /// is gamma_{k+3} (|alpha| |A| |B| + |beta| |C|), and sqrt(2) gamma_{2k+6} for complex types (four real
  /// products a term, section 3.6). Elements that are not finite must be so in both. Returns "" or the first
  /// difference.
  std::string compare(const Problem<T>& problem, const T* before) const {
    const R factor = parts == 2 ? std::sqrt(R{2}) * gamma<T>(2 * problem.k + 6) : gamma<T>(problem.k + 3);
    const Wide<T> alpha = problem.alpha, beta = problem.beta;
    for (Index j = 0; j < problem.n; ++j) {
      const Range rows = rows_in(problem.region, {0, problem.m}, j);
      for (Index i = rows.begin; i < rows.end; ++i) {
        Wide<T> wanted = 0;
        R bound = 0;
        if (problem.alpha != T{0} && problem.k > 0) {
          const auto at = static_cast<std::size_t>(i + j * problem.m);
          wanted = alpha * sums_[at];
          bound = std::abs(alpha) * sizes_[at];
        }
        if (problem.beta != T{0}) {
          const Wide<T> old = before[i + j * problem.ldc];
          wanted += beta * old;
          bound += std::abs(beta) * std::abs(old);
        }
        const Wide<T> got = problem.c[i + j * problem.ldc];
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

 private:
  /// Rows of op(A), or columns of op(B), one behind the other; `across`: a line goes
  /// through the stored columns, not along one.
  struct Lines {
    Lines(const T* x, Index leading, bool across, bool conjugated, Index lines, Index terms)
        : step(parts * terms) {
      for (Index line = 0; line < lines; ++line) {
        for (Index p = 0; p < terms; ++p) {
          const Wide<T> value = across ? x[line + p * leading] : x[p + line * leading];
          values.push_back(std::real(value));
          if (parts == 2) values.push_back(conjugated ? -std::imag(value) : std::imag(value));
          sizes.push_back(std::abs(value));
        }
      }
    }

    Index step;
    std::vector<R> values, sizes;
  };

  std::vector<Wide<T>> sums_;
  std::vector<R> sizes_;
};

}  // namespace numapack::testing
