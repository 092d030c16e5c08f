// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// LU column by column without memory, runtime and kernel, for calls that are denied them (LAPACK's getf2).
/// Element (i, j) at a[i * down + j * across]; pivots as LAPACK counts them.
template <class T, class Int>
class PlainLu {
  using R = typename RealPart<T>::type;

 public:
  PlainLu(Index m, Index n, T* a, Index down, Index across, Int* pivots)
      : m_(m), n_(n), a_(a), down_(down), across_(across), pivots_(pivots) {}

  /// LAPACK's info.
  Index factor() const {
    Index info = 0;
    for (Index j = 0; j < std::min(m_, n_); ++j) {
      const Index row = pivot_row(j);
      pivots_[j] = static_cast<Int>(row + 1);
      const T pivot = at(row, j);
      if (pivot == T{0}) {
        if (info == 0) info = j + 1;
        continue;
      }
      for (Index c = 0; row != j && c < n_; ++c) std::swap(at(row, c), at(j, c));
      divide_below(j, pivot);
      for (Index c = j + 1; c < n_; ++c)
        for (Index i = j + 1; i < m_; ++i) at(i, c) -= plain_product(at(i, j), at(j, c));
    }
    return info;
  }

  /// The inverse of a square matrix from its factors: U^-1 and L^-1, each in its place, then their product
  /// and the columns' interchanges. LAPACK's info: a zero on U's diagonal leaves all as it was.
  Index invert() const {
    for (Index i = 0; i < n_; ++i)
      if (at(i, i) == T{0}) return i + 1;
    for (Index j = 0; j < n_; ++j) invert_column_of_u(j);
    for (Index j = n_ - 1; j >= 0; --j) invert_column_of_l(j);
    for (Index i = 0; i < n_; ++i) multiply_row(i);
    for (Index j = n_ - 1; j >= 0; --j) {
      const Index other = static_cast<Index>(pivots_[j]) - 1;
      for (Index i = 0; other != j && i < n_; ++i) std::swap(at(i, j), at(i, other));
    }
    return 0;
  }

 private:
  T& at(Index i, Index j) const { return a_[i * down_ + j * across_]; }

  /// NaN is passed over, except for one on the diagonal.
  Index pivot_row(Index j) const {
    Index row = j;
    R largest = size(at(j, j));
    for (Index i = j + 1; i < m_; ++i)
      if (const R found = size(at(i, j)); found > largest) largest = found, row = i;
    return row;
  }
  static R size(const T& value) { return std::abs(std::real(value)) + std::abs(std::imag(value)); }

  /// As LAPACK: by the reciprocal unless that overflows.
  void divide_below(Index j, const T& pivot) const {
    const bool by_reciprocal = std::abs(pivot) >= std::numeric_limits<R>::min();
    const T reciprocal = by_reciprocal ? quotient(T{1}, pivot) : T{0};
    for (Index i = j + 1; i < m_; ++i)
      at(i, j) = by_reciprocal ? plain_product(at(i, j), reciprocal) : quotient(at(i, j), pivot);
  }

  /// Of U^-1, whose columns before it are known: -U^-1[:j, :j] U[:j, j] / U[j, j].
  void invert_column_of_u(Index j) const {
    const T inverse = quotient(T{1}, at(j, j));
    for (Index i = 0; i < j; ++i) {
      T sum{0};
      for (Index k = i; k < j; ++k) sum += plain_product(at(i, k), at(k, j));
      at(i, j) = -plain_product(sum, inverse);
    }
    at(j, j) = inverse;
  }
  /// Of L^-1, whose columns behind it are known, with ones on its diagonal.
  void invert_column_of_l(Index j) const {
    for (Index i = n_ - 1; i > j; --i) {
      T sum = at(i, j);
      for (Index k = j + 1; k < i; ++k) sum += plain_product(at(i, k), at(k, j));
      at(i, j) = -sum;
    }
  }
  /// Of U^-1 L^-1: what is still needed lies right of an element, or below.
  void multiply_row(Index i) const {
    for (Index j = 0; j < n_; ++j) {
      T sum = j < i ? T{0} : at(i, j);
      for (Index k = std::max(i, j + 1); k < n_; ++k) sum += plain_product(at(i, k), at(k, j));
      at(i, j) = sum;
    }
  }

  const Index m_, n_;
  T* const a_;
  const Index down_, across_;
  Int* const pivots_;
};

}  // namespace numapack
