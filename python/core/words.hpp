// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/numpy.hpp"
#include "numapack/level3.hpp"

namespace numapack::python {

// Letters as BLAS has them; Python has checked them.

inline Layout layout_of(char letter) { return letter == 'C' ? Layout::row_major : Layout::column_major; }

inline Side side_of(char letter) { return letter == 'L' ? Side::left : Side::right; }

inline Uplo uplo_of(char letter) { return letter == 'U' ? Uplo::upper : Uplo::lower; }

inline Diag diag_of(char letter) { return letter == 'U' ? Diag::unit : Diag::non_unit; }

inline Transpose transpose_of(char letter) {
  switch (letter) {
    case 'T':
      return Transpose::transpose;
    case 'C':
      return Transpose::conjugate_transpose;
    case 'R':
      return Transpose::conjugate;
    default:
      return Transpose::none;
  }
}

inline bool transposes(Transpose op) {
  return op == Transpose::transpose || op == Transpose::conjugate_transpose;
}

template <class T>
constexpr bool is_complex = !std::is_floating_point_v<T>;

template <class T>
T scalar(std::complex<double> value) {
  if constexpr (is_complex<T>) {
    return T(value);
  } else {
    return static_cast<T>(value.real());
  }
}

/// Shapes are checked in Python, with better words; this keeps the memory of whoever passes by it.
inline void must_fit(bool fit) {
  if (!fit) throw nb::value_error("shapes do not fit each other");
}

}  // namespace numapack::python
