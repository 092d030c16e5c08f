// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>

/// Whether the library was told, by FAULTY_BLAS, to have this fault.
inline bool has_fault(const char* name) {
  const char* const chosen = std::getenv("FAULTY_BLAS");
  return chosen != nullptr && std::strcmp(chosen, name) == 0;
}

template <class T>
T conjugate(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return std::conj(value);
}

/// A product with all that the Fortran interface says of it.
template <class T>
struct FaultyProduct {
  char trans_a, trans_b;
  std::int32_t m, n, k;
  T alpha;
  const T* a;
  std::int32_t lda;
  const T* b;
  std::int32_t ldb;
  T beta;
  T* c;
  std::int32_t ldc;

  T of_a(std::int32_t i, std::int32_t p) const { return element(trans_a, a, lda, i, p); }
  T of_b(std::int32_t p, std::int32_t j) const { return element(trans_b, b, ldb, p, j); }

 private:
  static T element(char trans, const T* matrix, std::int32_t leading, std::int32_t row, std::int32_t column) {
    if (trans == 'N') return matrix[row + std::ptrdiff_t(column) * leading];
    const T value = matrix[column + std::ptrdiff_t(row) * leading];
    return trans == 'C' ? conjugate(value) : value;
  }
};
