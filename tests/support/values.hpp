// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "numapack/level3.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// What nobody is to read.
template <class T>
T nothing() {
  constexpr Real<T> nan = std::numeric_limits<Real<T>>::quiet_NaN();
  if constexpr (std::is_same_v<T, Real<T>>)
    return nan;
  else
    return {nan, nan};
}

template <class T>
T conj_of(const T& value) {
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return std::conj(value);
}

/// Whether an element belongs to a triangle.
inline bool holds(Uplo uplo, std::int64_t row, std::int64_t column) {
  return uplo == Uplo::lower ? row >= column : row <= column;
}

}  // namespace numapack::testing
