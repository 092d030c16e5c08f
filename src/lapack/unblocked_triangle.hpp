// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/integer.hpp"
#include "base/scratch.hpp"
#include "lapack/stored_triangle.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// Where the recursions of this room end: a small triangle, copied to where columns are short, aligned and
/// filled up, real and imaginary parts apart, so that the loops over a column are the compiler's to turn into
/// vectors. What the loops touch beyond the triangle and beyond n is room of its own that nobody reads.
///
/// Each algorithm is written for one triangle; the other one is loaded conjugated and transposed, which turns
/// A = U^H U into A = L L^H, U^-1 into L^-1 and U U^H into L^H L.
template <class T>
class UnblockedTriangle {
 public:
  static constexpr Index most = most_unblocked;

  /// A = L L^H. 0, or the order of the first leading minor that is not positive definite; the columns before
  /// are those of L then, and that element of the diagonal is what was found.
  Index cholesky(const StoredTriangle<T>& a) {
    load(a, Triangle::lower, false);
    Index info = 0;
    for (Index j = 0; j < n_ && info == 0; ++j) {
      for (Index k = 0; k < j; ++k) subtract(j, k, conjugate_of(at(j, k)), j, n_);
      const R pivot = real_[j][j];
      set(j, j, {pivot});
      // NaN is not positive either.
      if (!(pivot > 0))
        info = j + 1;
      else
        set(j, j, {std::sqrt(pivot)}), divide_below(j, real_[j][j]);
    }
    store(a, Triangle::lower, false);
    return info;
  }

  /// The inverse X of a triangle A such that X A (left) or A X (right) is close to the identity (Higham,
  /// section 14.2.1: methods 1 and 2).
  void invert(const StoredTriangle<T>& a, bool unit_diagonal, Side close) {
    load(a, Triangle::lower, unit_diagonal);
    if (a.is_lower() == (close == Side::left))
      invert_left(unit_diagonal);
    else
      invert_right(unit_diagonal);
    store(a, Triangle::lower, unit_diagonal);
  }

  /// U U^H, or L^H L.
  void multiply(const StoredTriangle<T>& a) {
    load(a, Triangle::upper, false);
    for (Index j = 0; j < n_; ++j) {
      scale(j, conjugate_of(at(j, j)), 0, j + 1);
      for (Index k = j + 1; k < n_; ++k) subtract(j, k, -conjugate_of(at(j, k)), 0, j + 1);
      set(j, j, {real_[j][j]});
    }
    store(a, Triangle::upper, false);
  }

 private:
  using R = decltype(std::real(T{}));
  static constexpr bool is_real = std::is_floating_point_v<T>;
  static constexpr Index step = 8;  ///< rows at a time, however many are needed

  T at(Index row, Index column) const {
    if constexpr (is_real)
      return real_[column][row];
    else
      return {real_[column][row], imaginary_[column][row]};
  }
  void set(Index row, Index column, const T& value) {
    real_[column][row] = std::real(value);
    if constexpr (!is_real) imaginary_[column][row] = std::imag(value);
  }

  void load(const StoredTriangle<T>& a, Triangle as, bool unit_diagonal) {
    n_ = a.n;
    for (Index j = 0; j < n_; ++j) {
      std::fill_n(real_[j], rows, R{0});
      if constexpr (!is_real) std::fill_n(imaginary_[j], rows, R{0});
    }
    each_element(a, unit_diagonal, [&](Index i, Index j, const T& value) {
      if (a.stored == as)
        set(i, j, value);
      else
        set(j, i, conjugate_of(value));
    });
    if (unit_diagonal)
      for (Index i = 0; i < n_; ++i) set(i, i, T{1});
  }
  void store(const StoredTriangle<T>& a, Triangle as, bool unit_diagonal) const {
    each_element(a, unit_diagonal, [&](Index i, Index j, T& value) {
      value = a.stored == as ? at(i, j) : conjugate_of(at(j, i));
    });
  }
  template <class Each>
  static void each_element(const StoredTriangle<T>& a, bool without_diagonal, const Each& each) {
    const Index apart = without_diagonal ? 1 : 0;
    for (Index j = 0; j < a.n; ++j) {
      const Index begin = a.is_lower() ? j + apart : 0, end = a.is_lower() ? a.n : j + 1 - apart;
      for (Index i = begin; i < end; ++i) each(i, j, a.a[i + j * a.lda]);
    }
  }

  /// Column `to` less `factor` times column `from`, rows [begin, end) and some behind them.
  void subtract(Index to, Index from, const T& factor, Index begin, Index end) {
    const Index count = round_up(end - begin, step);
    R* __restrict const x = real_[to] + begin;
    const R* __restrict const y = real_[from] + begin;
    if constexpr (is_real) {
      for (Index i = 0; i < count; ++i) x[i] -= y[i] * factor;
    } else {
      const R re = factor.real(), im = factor.imag();
      R* __restrict const xi = imaginary_[to] + begin;
      const R* __restrict const yi = imaginary_[from] + begin;
      for (Index i = 0; i < count; ++i) {
        x[i] -= y[i] * re - yi[i] * im;
        xi[i] -= y[i] * im + yi[i] * re;
      }
    }
  }
  /// A column by a number, likewise.
  void scale(Index column, const T& factor, Index begin, Index end) {
    const Index count = round_up(end - begin, step);
    R* __restrict const x = real_[column] + begin;
    if constexpr (is_real) {
      for (Index i = 0; i < count; ++i) x[i] *= factor;
    } else {
      R* __restrict const xi = imaginary_[column] + begin;
      const R re = factor.real(), im = factor.imag();
      for (Index i = 0; i < count; ++i) {
        const R was = x[i];
        x[i] = was * re - xi[i] * im;
        xi[i] = was * im + xi[i] * re;
      }
    }
  }
  void divide_below(Index row, R by) {
    const Index count = round_up(n_ - row - 1, step);
    // A root's reciprocal never overflows. LAPACK multiplies by it, too: dividing sees fewer of the singular
    // matrices of whole numbers that it sees.
    const R reciprocal = 1 / by;
    const auto divide = [=](R* x) {
      for (Index i = 0; i < count; ++i) x[i] *= reciprocal;
    };
    divide(real_[row] + row + 1);
    if constexpr (!is_real) divide(imaginary_[row] + row + 1);
  }

  /// L X = I, column by column.
  void invert_right(bool unit_diagonal) {
    T inverses[most];
    for (Index j = 0; j < n_; ++j) inverses[j] = unit_diagonal ? T{1} : quotient(T{1}, at(j, j));
    for (Index j = 0; j < n_; ++j) {
      set(j, j, inverses[j]);
      scale(j, -inverses[j], j + 1, n_);
      for (Index k = j + 1; k < n_; ++k) {
        const T element = plain_product(at(k, j), inverses[k]);
        set(k, j, element);
        subtract(j, k, element, k + 1, n_);
      }
    }
  }

  /// X L = I: with the inverse of what is behind column j, that column's is minus it times the column, over
  /// the diagonal.
  void invert_left(bool unit_diagonal) {
    for (Index j = n_ - 1; j >= 0; --j) {
      const T inverse = unit_diagonal ? T{1} : quotient(T{1}, at(j, j));
      for (Index k = n_ - 1; k > j; --k) {
        const T element = at(k, j);
        subtract(j, k, -element, k + 1, n_);
        set(k, j, plain_product(element, at(k, k)));
      }
      set(j, j, inverse);
      scale(j, -inverse, j + 1, n_);
    }
  }

  /// Not a power of two from column to column.
  static constexpr Index rows = most + step;
  using Column = R[rows];
  const Scratch<Column, is_real ? most : 2 * most> columns_;
  Column* const real_ = columns_.data();
  Column* const imaginary_ = is_real ? nullptr : real_ + most;
  Index n_ = 0;
};

}  // namespace numapack
