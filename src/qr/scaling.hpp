// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "kernel/triangle/factor_kernel.hpp"

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

/// LAPACK's lascl: A *= to / from, in steps that neither over- nor underflow unless the result does.
template <class T, class R>
void rescale(R from, R to, T* a, Index lda, Index m, Index n) {
  constexpr R small = std::numeric_limits<R>::min(), large = 1 / small;
  for (bool done = false; !done;) {
    R factor;
    if (from * small == from) {  // infinite
      factor = to / from;
      done = true;
    } else if (from * small > to && to != R{0}) {
      factor = small;
      from *= small;
    } else if (to / large > from) {
      factor = large;
      to /= large;
    } else {
      factor = to / from;
      done = true;
    }
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) a[i + j * lda] *= factor;
  }
}

/// What brings a matrix whose elements are near under- or overflow away from there: LAPACK's limits, as in
/// gels. NaN and infinity stay as they are.
template <class T>
class Scaling {
  using R = typename RealPart<T>::type;

 public:
  explicit Scaling(R largest) : before_(largest), after_(largest) {
    constexpr R small = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon(), large = 1 / small;
    if (largest > R{0} && largest < small) after_ = small;
    if (largest > large && largest <= std::numeric_limits<R>::max()) after_ = large;
  }
  bool is_zero() const { return before_ == R{0}; }
  /// Of the matrix itself.
  void apply(T* a, Index lda, Index m, Index n) const {
    if (scales()) rescale(before_, after_, a, lda, m, n);
  }
  /// Of what is proportional to it.
  void undo(T* a, Index lda, Index m, Index n) const {
    if (scales()) rescale(after_, before_, a, lda, m, n);
  }
  /// Of what is proportional to its inverse.
  void undo_inverse(T* a, Index lda, Index m, Index n) const {
    if (scales()) rescale(before_, after_, a, lda, m, n);
  }

 private:
  bool scales() const { return before_ < after_ || before_ > after_; }
  R before_, after_;
};

}  // namespace numapack
