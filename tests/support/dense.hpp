// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// A square matrix in the wider arithmetic, column by column, to say in formulas what is to hold.
template <class T>
class Dense {
 public:
  explicit Dense(Index n) : n_(n), values_(static_cast<std::size_t>(n * n)) {}
  /// Element by element: value(row, column).
  template <class Value>
  Dense(Index n, const Value& value) : Dense(n) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) at(i, j) = value(i, j);
  }

  Index n() const { return n_; }
  Wide<T>& at(Index i, Index j) { return values_[static_cast<std::size_t>(i + j * n_)]; }
  const Wide<T>& at(Index i, Index j) const { return values_[static_cast<std::size_t>(i + j * n_)]; }

  Dense transpose() const {
    return Dense(n_, [&](Index i, Index j) { return at(j, i); });
  }
  Dense adjoint() const {
    return Dense(n_, [&](Index i, Index j) { return conj_of(at(j, i)); });
  }
  /// |A|, element by element.
  Dense<Real<T>> sizes() const {
    return Dense<Real<T>>(n_, [&](Index i, Index j) { return std::abs(at(i, j)); });
  }

  friend Dense operator*(const Dense& a, const Dense& b) {
    constexpr int parts = sizeof(Wide<T>) / sizeof(WideReal<T>);
    const Dense rows = a.transpose();
    return Dense(a.n_, [&](Index i, Index j) {
      WideReal<T> sum[parts];
      dot<parts>(reinterpret_cast<const WideReal<T>*>(&rows.at(0, i)),
                 reinterpret_cast<const WideReal<T>*>(&b.at(0, j)), a.n_, sum);
      if constexpr (parts == 1)
        return sum[0];
      else
        return Wide<T>{sum[0], sum[1]};
    });
  }
  friend Dense operator+(const Dense& a, const Dense& b) {
    return Dense(a.n_, [&](Index i, Index j) { return a.at(i, j) + b.at(i, j); });
  }
  friend Dense operator-(const Dense& a, const Dense& b) {
    return Dense(a.n_, [&](Index i, Index j) { return a.at(i, j) - b.at(i, j); });
  }

 private:
  Index n_;
  std::vector<Wide<T>> values_;
};

template <class T>
Dense<T> identity(Index n) {
  return Dense<T>(n, [](Index i, Index j) { return Wide<T>(i == j ? 1 : 0); });
}

/// The bound of so many roundings, of complex operations as in Higham's section 3.6.
template <class T>
WideReal<T> roundings(Index count) {
  return std::is_same_v<T, Real<T>> ? gamma<T>(count) : std::sqrt(WideReal<T>{2}) * gamma<T>(2 * count + 6);
}

/// "" if |difference| <= factor bound in each element for which wanted(row, column) holds; else the worst
/// one.
template <class T, class Wanted>
std::string beyond(const Dense<T>& difference, WideReal<T> factor, const Dense<Real<T>>& bound,
                   const Wanted& wanted) {
  for (Index j = 0; j < difference.n(); ++j)
    for (Index i = 0; i < difference.n(); ++i) {
      const WideReal<T> allowed = factor * bound.at(i, j) + std::numeric_limits<Real<T>>::min();
      if (!wanted(i, j) || std::abs(difference.at(i, j)) <= allowed) continue;
      std::ostringstream text;
      text << "element " << i << "," << j << " of order " << difference.n() << " is off by "
           << std::abs(difference.at(i, j)) << ", allowed " << allowed;
      return text.str();
    }
  return "";
}
template <class T>
std::string beyond(const Dense<T>& difference, WideReal<T> factor, const Dense<Real<T>>& bound) {
  return beyond(difference, factor, bound, [](Index, Index) { return true; });
}

}  // namespace numapack::testing
