// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>

#include "numapack/export.h"
#include "numapack/types.hpp"

/// Level 3: products and triangular solutions. For all of them: leading dimensions in elements; with beta ==
/// 0 C is not read, with alpha == 0 A and B are not; NaN and infinity go where they must; the same call has
/// the same bits wherever the pages are and however many threads work; T is float, double,
/// std::complex<float> or std::complex<double> unless a routine says otherwise; any number of threads may
/// call at once; Error is thrown before anything is written. Row-major layouts hold for all matrices of a
/// call.
namespace numapack {

/// C = alpha op(A) op(B) + beta C, where op(A) is m x k, op(B) is k x n and C is m x n. Leading dimensions in
/// elements, as in BLAS. With beta == 0, C is not read; with alpha == 0 or k == 0, A and B are not. NaN and
/// infinity in A or B reach C. The same call gives the same bits wherever the pages are and however many
/// threads work. T: float, double, std::complex<float>, std::complex<double>. Throws Error before anything is
/// written: negative sizes, a leading dimension below the stored rows (columns in row major), null pointers,
/// C sharing an element with A or B, no memory for packing.
template <class T>
NUMAPACK_API void gemm(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m, std::int64_t n,
                       std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                       T beta, T* c, std::int64_t ldc);

/// C = alpha A B + beta C (left) or alpha B A + beta C (right); A is symmetric, m x m or n x n; B and C are m
/// x n.
template <class T>
NUMAPACK_API void symm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha,
                       const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                       std::int64_t ldc);

/// symm() with a Hermitian A, the imaginary parts of whose diagonal are not read. Complex T.
template <class T>
NUMAPACK_API void hemm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha,
                       const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                       std::int64_t ldc);

/// C = alpha A A^T + beta C (trans: none; A is n x k) or alpha A^T A + beta C (transpose; A is k x n); C is
/// symmetric, n x n. conjugate_transpose is transpose for real T, and refused for complex T.
template <class T>
NUMAPACK_API void syrk(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha,
                       const T* a, std::int64_t lda, T beta, T* c, std::int64_t ldc);

/// C = alpha A A^H + beta C (none) or alpha A^H A + beta C (conjugate_transpose); C is Hermitian, its
/// diagonal is read and left without imaginary parts. T is complex, R its real type.
template <class T, class R = typename T::value_type>
NUMAPACK_API void herk(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, R alpha,
                       const T* a, std::int64_t lda, R beta, T* c, std::int64_t ldc);

/// C = alpha (A B^T + B A^T) + beta C (none; A and B are n x k) or alpha (A^T B + B^T A) + beta C
/// (transpose; k x n); else as syrk().
template <class T>
NUMAPACK_API void syr2k(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha,
                        const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                        std::int64_t ldc);

/// C = alpha A B^H + conj(alpha) B A^H + beta C (none) or alpha A^H B + conj(alpha) B^H A + beta C
/// (conjugate_transpose); else as herk().
template <class T, class R = typename T::value_type>
NUMAPACK_API void her2k(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha,
                        const T* a, std::int64_t lda, const T* b, std::int64_t ldb, R beta, T* c,
                        std::int64_t ldc);

/// For real matrices symm(), syrk() and syr2k(), so that the same code serves all four types.
template <std::floating_point T>
void hemm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha, const T* a,
          std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  symm(layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <std::floating_point T>
void herk(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha, const T* a,
          std::int64_t lda, T beta, T* c, std::int64_t ldc) {
  syrk(layout, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}
template <std::floating_point T>
void her2k(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha, const T* a,
           std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  syr2k(layout, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// gemm() that computes only one triangle of C (n x n).
template <class T>
NUMAPACK_API void gemmt(Layout layout, Uplo uplo, Transpose trans_a, Transpose trans_b, std::int64_t n,
                        std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                        T beta, T* c, std::int64_t ldc);

/// B = alpha op(A) B (left) or alpha B op(A) (right) in place of B (m x n); A is triangular, m x m or n x n.
/// trans: none, transpose, conjugate_transpose.
template <class T>
NUMAPACK_API void trmm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m,
                       std::int64_t n, T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb);

/// Solves op(A) X = alpha B (left) or X op(A) = alpha B (right) in place of B; else as trmm(). A zero on the
/// diagonal is no error: it gives infinities and NaN.
template <class T>
NUMAPACK_API void trsm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m,
                       std::int64_t n, T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb);

}  // namespace numapack
