// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numapack/numapack.hpp"

/// The rest of level 3: products with structure. As for gemm(): leading dimensions in elements; with beta ==
/// 0 C is not read, with alpha == 0 A and B are not; NaN and infinity go where they must; the same call has
/// the same bits wherever the pages are and however many threads work; T is float, double,
/// std::complex<float> or std::complex<double> unless a routine says otherwise; any number of threads may
/// call at once; Error is thrown before anything is written. Row-major layouts hold for all matrices of a
/// call.
namespace numapack {

/// On which side of the other operand the structured one stands.
enum class Side { left, right };

/// The triangle of a square matrix, with the diagonal, that is read and written. The other one is neither.
enum class Uplo { upper, lower };

/// Whether the diagonal of a triangle is read, or counts as ones.
enum class Diag { non_unit, unit };

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
/// diagonal is not looked for: it gives infinities and NaN.
template <class T>
NUMAPACK_API void trsm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m,
                       std::int64_t n, T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb);

}  // namespace numapack
