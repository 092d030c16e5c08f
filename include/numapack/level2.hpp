// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numapack/level3.hpp"

/// Matrix times vector, read by all nodes at once where it is large. Vectors as in BLAS: element i at
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

}  // namespace numapack
