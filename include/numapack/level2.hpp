// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>

#include "numapack/export.h"
#include "numapack/types.hpp"

/// Matrix and vector; a large matrix is read by all nodes at once. Vectors as in BLAS: element i at
/// x[i * incx], with a negative incx at x[(i - size + 1) * incx]; other steps than 1 are copied. Everything
/// else as in level3.hpp.
namespace numapack {

/// y = alpha op(A) x + beta y; A is m x n.
template <class T>
NUMAPACK_API void gemv(Layout layout, Transpose trans, std::int64_t m, std::int64_t n, T alpha, const T* a,
                       std::int64_t lda, const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// A = alpha x y^T + A; A is m x n. BLAS's ger and geru.
template <class T>
NUMAPACK_API void ger(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx,
                      const T* y, std::int64_t incy, T* a, std::int64_t lda);

/// A = alpha x y^H + A. Complex T.
template <class T>
NUMAPACK_API void gerc(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx,
                       const T* y, std::int64_t incy, T* a, std::int64_t lda);

/// y = alpha A x + beta y; A is symmetric, n x n.
template <class T>
NUMAPACK_API void symv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* a, std::int64_t lda,
                       const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// symv() with a Hermitian A, the imaginary parts of whose diagonal are not read. Complex T.
template <class T>
NUMAPACK_API void hemv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* a, std::int64_t lda,
                       const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// x = op(A) x; A is triangular, n x n; its other triangle is not read.
template <class T>
NUMAPACK_API void trmv(Layout layout, Uplo uplo, Transpose trans, Diag diag, std::int64_t n, const T* a,
                       std::int64_t lda, T* x, std::int64_t incx);

/// Solves op(A) x = b; x holds b before. A diagonal element that is 0 gives infinities, as in BLAS.
template <class T>
NUMAPACK_API void trsv(Layout layout, Uplo uplo, Transpose trans, Diag diag, std::int64_t n, const T* a,
                       std::int64_t lda, T* x, std::int64_t incx);

/// A = alpha x x^T + A; A is symmetric, n x n. Real T.
template <class T>
NUMAPACK_API void syr(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* a,
                      std::int64_t lda);

/// A = alpha x y^T + alpha y x^T + A; A is symmetric, n x n. Real T.
template <class T>
NUMAPACK_API void syr2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
                       const T* y, std::int64_t incy, T* a, std::int64_t lda);

/// A = alpha x x^H + A; A is Hermitian, the imaginary parts of whose diagonal become 0. Complex T.
template <class T>
NUMAPACK_API void her(Layout layout, Uplo uplo, std::int64_t n, typename T::value_type alpha, const T* x,
                      std::int64_t incx, T* a, std::int64_t lda);

/// A = alpha x y^H + conj(alpha) y x^H + A; A as in her(). Complex T.
template <class T>
NUMAPACK_API void her2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
                       const T* y, std::int64_t incy, T* a, std::int64_t lda);

/// For real elements ger(), symv(), syr() and syr2(), so that the same code serves all four types.
template <std::floating_point T>
void gerc(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* a, std::int64_t lda) {
  ger(layout, m, n, alpha, x, incx, y, incy, a, lda);
}
template <std::floating_point T>
void hemv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* a, std::int64_t lda, const T* x,
          std::int64_t incx, T beta, T* y, std::int64_t incy) {
  symv(layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}
template <std::floating_point T>
void her(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* a,
         std::int64_t lda) {
  syr(layout, uplo, n, alpha, x, incx, a, lda);
}
template <std::floating_point T>
void her2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* a, std::int64_t lda) {
  syr2(layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}

}  // namespace numapack
