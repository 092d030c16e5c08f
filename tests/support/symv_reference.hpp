// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// Elements of a matrix, or of a vector, by their places.
template <class T>
using Matrix = std::function<T(Index, Index)>;
template <class T>
using Elements = std::function<T(Index)>;

/// An element of a triangle that is well conditioned whatever its order.
template <class T>
T triangle_value(Index row, Index column, Index order, Generator& generator) {
  const T value = random_value<T>(generator);
  return row == column ? T{1} + value / T(4) : value / T(static_cast<Real<T>>(order));
}

/// Whether y is A x within the bound of so many terms; "" or the first difference. A triangle's solution x
/// satisfies the same with its right side y (Higham, Accuracy and Stability, 2nd ed., theorem 8.5).
template <class T>
std::string product_error(Index n, const Matrix<T>& a, const Elements<T>& x, const Elements<T>& y) {
  constexpr bool complex = !std::is_same_v<T, Real<T>>;
  const auto bound = complex ? 2 * gamma<T>(2 * n + 20) : gamma<T>(n + 4);
  for (Index i = 0; i < n; ++i) {
    Wide<T> sum = 0;
    WideReal<T> size = 0;
    for (Index j = 0; j < n; ++j) {
      const Wide<T> term = Wide<T>(a(i, j)) * Wide<T>(x(j));
      sum += term;
      size += std::abs(term);
    }
    if (std::abs(Wide<T>(y(i)) - sum) <= bound * size + std::numeric_limits<Real<T>>::min()) continue;
    std::ostringstream text;
    text << "element " << i << " of " << n << " is " << y(i) << ", not " << sum;
    return text.str();
  }
  return "";
}

/// What is added to an element of a symmetric or Hermitian matrix: alpha x op(y) + beta y op(x), or, without
/// a y, alpha x op(x).
template <class T>
struct Update {
  bool hermitian = false;
  T alpha{1}, beta{1};
  Elements<T> x, y;

  /// Whether `after` is the sum of `before`, at (i, j); "" or the difference.
  std::string error(Index i, Index j, const T& before, const T& after) const {
    const auto op = [&](const T& value) { return hermitian ? conj_of(value) : value; };
    const bool diagonal = hermitian && i == j;
    const Wide<T> old = diagonal ? Wide<T>(std::real(before)) : Wide<T>(before);
    Wide<T> first = Wide<T>(alpha) * Wide<T>(x(i)) * Wide<T>(op(y ? y(j) : x(j))), second = 0;
    if (y) second = Wide<T>(beta) * Wide<T>(y(i)) * Wide<T>(op(x(j)));
    const Wide<T> sum = old + first + second;
    const auto bound = 4 * gamma<T>(8) * (std::abs(old) + std::abs(first) + std::abs(second));
    const bool right = diagonal ? std::abs(std::real(Wide<T>(after) - sum)) <= bound && std::imag(after) == 0
                                : std::abs(Wide<T>(after) - sum) <= bound;
    if (right) return "";
    std::ostringstream text;
    text << "A(" << i << "," << j << ") is " << after << ", not " << sum;
    return text.str();
  }
};

}  // namespace numapack::testing
