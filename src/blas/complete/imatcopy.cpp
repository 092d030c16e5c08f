// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

#include "blas/face.hpp"
#include "blas/int.hpp"
#include "blas/leave.hpp"
#include "numapack/export.h"

// imatcopy, A = alpha op(A) in place with another leading dimension: OpenBLAS 0.3.21 writes past the room
// that it takes for it, where a matrix has more columns than rows.
namespace numapack::standard {

namespace {

/// A matrix of lines with `along` elements each: columns, or rows of a row-major matrix.
struct InPlace {
  std::int64_t lines, along, lda, ldb;
  bool transposes, conjugates;
};

template <class T>
T scaled(T alpha, T value, bool conjugates) {
  if constexpr (!std::is_floating_point_v<T>)
    if (conjugates) value = std::conj(value);
  return alpha * value;
}

/// Line by line, in the order in which none is written over before it is read.
template <class T>
void rescale(const InPlace& it, T alpha, T* a) {
  const auto line = [&](std::int64_t number) {
    const T* const from = a + number * it.lda;
    T* const to = a + number * it.ldb;
    if (it.ldb <= it.lda) {
      for (std::int64_t i = 0; i < it.along; ++i) to[i] = scaled(alpha, from[i], it.conjugates);
    } else {
      for (std::int64_t i = it.along; i-- > 0;) to[i] = scaled(alpha, from[i], it.conjugates);
    }
  };
  if (it.ldb <= it.lda) {
    for (std::int64_t number = 0; number < it.lines; ++number) line(number);
  } else {
    for (std::int64_t number = it.lines; number-- > 0;) line(number);
  }
}

template <class T>
void transpose_square(const InPlace& it, T alpha, T* a) {
  for (std::int64_t j = 0; j < it.lines; ++j) {
    for (std::int64_t i = 0; i < j; ++i) {
      T& one = a[i + j * it.lda];
      T& other = a[j + i * it.lda];
      const T kept = scaled(alpha, one, it.conjugates);
      one = scaled(alpha, other, it.conjugates);
      other = kept;
    }
    a[j + j * it.lda] = scaled(alpha, a[j + j * it.lda], it.conjugates);
  }
}

/// By a copy; false if there is no memory for it.
template <class T>
bool transpose(const InPlace& it, T alpha, T* a) {
  const std::unique_ptr<T[]> copy(new (std::nothrow) T[static_cast<std::size_t>(it.lines * it.along)]);
  if (copy == nullptr) return false;
  for (std::int64_t line = 0; line < it.lines; ++line)
    std::copy_n(a + line * it.lda, it.along, copy.get() + line * it.along);
  for (std::int64_t i = 0; i < it.along; ++i)
    for (std::int64_t line = 0; line < it.lines; ++line)
      a[line + i * it.ldb] =
          scaled(alpha, copy[static_cast<std::size_t>(line * it.along + i)], it.conjugates);
  return true;
}

template <class T>
void imatcopy(const char* name, char order, char trans, Int m, Int n, T alpha, T* a, Int lda, Int ldb) {
  const bool by_rows = is_letter(order, 'R');
  const bool transposes = is_letter(trans, 'T') || is_letter(trans, 'C');
  const InPlace it{
      by_rows ? m : n, by_rows ? n : m, lda, ldb, transposes, is_letter(trans, 'C') || is_letter(trans, 'R')};
  if (Face{name}.refuses({by_rows || is_letter(order, 'C'), is_trans(trans) || is_letter(trans, 'R'), m >= 0,
                          n >= 0, any, any, lda >= least(it.along),
                          ldb >= least(transposes ? it.lines : it.along)}))
    return;
  if (m == 0 || n == 0) return;
  if (!transposes) return rescale(it, alpha, a);
  if (m == n && lda == ldb) return transpose_square(it, alpha, a);
  if (!transpose(it, alpha, a)) say_nobody_does(name);
}

/// CBLAS's values as letters; what is none of them as one that is refused.
char order_letter_of(int value) { return value == 101 ? 'R' : value == 102 ? 'C' : '?'; }
char trans_letter_of(int value) { return value >= 111 && value <= 114 ? "NTCR"[value - 111] : '?'; }

using C = std::complex<float>;
using Z = std::complex<double>;

}  // namespace

extern "C" {

NUMAPACK_API void simatcopy_(const char* order, const char* trans, const Int* m, const Int* n,
                             const float* alpha, float* a, const Int* lda, const Int* ldb) {
  imatcopy("SIMATCOPY", *order, *trans, *m, *n, *alpha, a, *lda, *ldb);
}
NUMAPACK_API void dimatcopy_(const char* order, const char* trans, const Int* m, const Int* n,
                             const double* alpha, double* a, const Int* lda, const Int* ldb) {
  imatcopy("DIMATCOPY", *order, *trans, *m, *n, *alpha, a, *lda, *ldb);
}
NUMAPACK_API void cimatcopy_(const char* order, const char* trans, const Int* m, const Int* n,
                             const void* alpha, void* a, const Int* lda, const Int* ldb) {
  imatcopy("CIMATCOPY", *order, *trans, *m, *n, *static_cast<const C*>(alpha), static_cast<C*>(a), *lda,
           *ldb);
}
NUMAPACK_API void zimatcopy_(const char* order, const char* trans, const Int* m, const Int* n,
                             const void* alpha, void* a, const Int* lda, const Int* ldb) {
  imatcopy("ZIMATCOPY", *order, *trans, *m, *n, *static_cast<const Z*>(alpha), static_cast<Z*>(a), *lda,
           *ldb);
}

NUMAPACK_API void cblas_simatcopy(int layout, int trans, Int m, Int n, float alpha, float* a, Int lda,
                                  Int ldb) {
  imatcopy("cblas_simatcopy", order_letter_of(layout), trans_letter_of(trans), m, n, alpha, a, lda, ldb);
}
NUMAPACK_API void cblas_dimatcopy(int layout, int trans, Int m, Int n, double alpha, double* a, Int lda,
                                  Int ldb) {
  imatcopy("cblas_dimatcopy", order_letter_of(layout), trans_letter_of(trans), m, n, alpha, a, lda, ldb);
}
NUMAPACK_API void cblas_cimatcopy(int layout, int trans, Int m, Int n, const float* alpha, float* a, Int lda,
                                  Int ldb) {
  imatcopy("cblas_cimatcopy", order_letter_of(layout), trans_letter_of(trans), m, n,
           *reinterpret_cast<const C*>(alpha), reinterpret_cast<C*>(a), lda, ldb);
}
NUMAPACK_API void cblas_zimatcopy(int layout, int trans, Int m, Int n, const double* alpha, double* a,
                                  Int lda, Int ldb) {
  imatcopy("cblas_zimatcopy", order_letter_of(layout), trans_letter_of(trans), m, n,
           *reinterpret_cast<const Z*>(alpha), reinterpret_cast<Z*>(a), lda, ldb);
}
}

}  // namespace numapack::standard
