// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "kernel/triangle/factor_kernel.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// The largest |real or imaginary part| of a column-major matrix; NaN if there is one.
template <class T>
typename RealPart<T>::type largest_part(const T* a, Index lda, Index m, Index n) {
  using R = typename RealPart<T>::type;
  R largest{0};
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i)
      for (const R part : {std::real(a[i + j * lda]), std::imag(a[i + j * lda])}) {
        if (std::isnan(part)) return part;
        largest = std::max(largest, std::abs(part));
      }
  return largest;
}

/// What brings a matrix whose elements are near under- or overflow away from there: LAPACK's limits, as in
/// gels. A matrix with NaN stays as it is; one with infinity becomes zeros, except for its infinite elements,
/// which become NaN, both parts, as there. The way is so short, at most 1 / epsilon^2, that one factor does
/// (LAPACK's lascl takes steps).
template <class T>
class Scaling {
  using R = typename RealPart<T>::type;

 public:
  explicit Scaling(R largest) : before_(largest), after_(largest) {
    constexpr R small = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon(), large = 1 / small;
    if (largest > R{0} && largest < small) after_ = small;
    if (largest > large) after_ = large;
  }
  bool is_zero() const { return before_ == R{0}; }
  bool is_infinite() const { return std::isinf(before_); }
  /// Of the matrix itself.
  void apply(T* a, Index lda, Index m, Index n) const {
    if (scales()) multiply(after_ / before_, a, lda, m, n);
  }
  /// Of what is proportional to it.
  void undo(T* a, Index lda, Index m, Index n) const {
    if (scales()) multiply(before_ / after_, a, lda, m, n);
  }
  /// Of what is proportional to its inverse.
  void undo_inverse(T* a, Index lda, Index m, Index n) const {
    if (scales()) multiply(after_ / before_, a, lda, m, n);
  }

 private:
  static void multiply(R factor, T* a, Index lda, Index m, Index n) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) a[i + j * lda] = plain_product(T{factor}, a[i + j * lda]);
  }
  bool scales() const { return before_ < after_ || before_ > after_; }
  R before_, after_;
};

}  // namespace numapack
