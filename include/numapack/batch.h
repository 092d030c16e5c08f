/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BATCH_H
#define NUMAPACK_BATCH_H

/* Many small problems in one call. Part of numapack.h. */

#include "numapack/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each problem of a batch has exactly the bits of its own call. One thread computes it, on the node that
 * holds most of its output. Letters, layouts and statuses as in numapack.h; sizes, leading
 * dimensions and strides in elements; complex numbers as two reals, their scalars by address. Thread-safe.
 *
 * The output of one problem must share no memory with any other matrix of the batch. Only
 * numapack_set_checked(1) or NUMAPACK_CHECKED=1 checks that, and returns NUMAPACK_INVALID_ARGUMENT. */

/* Whether batches are checked for overlaps before they start: 0 or 1. */
NUMAPACK_API void numapack_set_checked(int checked);

/* C = alpha op(A) op(B) + beta C for `groups` groups of equal problems, as MKL's gemm_batch has
 * them: group g has group_size[g] problems with trans_a[g], m[g], alpha[g] ...; a, b and c hold the addresses
 * of all problems, group after group. Nothing is written unless NUMAPACK_OK is returned, or memory ran out.
 */
NUMAPACK_API numapack_status numapack_sgemm_batch(numapack_layout layout, const char* trans_a,
                                                  const char* trans_b, const int64_t* m, const int64_t* n,
                                                  const int64_t* k, const float* alpha, const float* const* a,
                                                  const int64_t* lda, const float* const* b,
                                                  const int64_t* ldb, const float* beta, float* const* c,
                                                  const int64_t* ldc, int64_t groups,
                                                  const int64_t* group_size);
NUMAPACK_API numapack_status numapack_dgemm_batch(numapack_layout layout, const char* trans_a,
                                                  const char* trans_b, const int64_t* m, const int64_t* n,
                                                  const int64_t* k, const double* alpha,
                                                  const double* const* a, const int64_t* lda,
                                                  const double* const* b, const int64_t* ldb,
                                                  const double* beta, double* const* c, const int64_t* ldc,
                                                  int64_t groups, const int64_t* group_size);
NUMAPACK_API numapack_status numapack_cgemm_batch(numapack_layout layout, const char* trans_a,
                                                  const char* trans_b, const int64_t* m, const int64_t* n,
                                                  const int64_t* k, const void* alpha, const void* const* a,
                                                  const int64_t* lda, const void* const* b,
                                                  const int64_t* ldb, const void* beta, void* const* c,
                                                  const int64_t* ldc, int64_t groups,
                                                  const int64_t* group_size);
NUMAPACK_API numapack_status numapack_zgemm_batch(numapack_layout layout, const char* trans_a,
                                                  const char* trans_b, const int64_t* m, const int64_t* n,
                                                  const int64_t* k, const void* alpha, const void* const* a,
                                                  const int64_t* lda, const void* const* b,
                                                  const int64_t* ldb, const void* beta, void* const* c,
                                                  const int64_t* ldc, int64_t groups,
                                                  const int64_t* group_size);

/* C = alpha op(A) op(B) + beta C for `batch` equal problems, problem i with A at a + i stride_a, likewise B
 * and C. A stride of 0 for A or B: the same for all. */
NUMAPACK_API numapack_status numapack_sgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b,
                                                          int64_t m, int64_t n, int64_t k, float alpha,
                                                          const float* a, int64_t lda, int64_t stride_a,
                                                          const float* b, int64_t ldb, int64_t stride_b,
                                                          float beta, float* c, int64_t ldc, int64_t stride_c,
                                                          int64_t batch);
NUMAPACK_API numapack_status numapack_dgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b,
                                                          int64_t m, int64_t n, int64_t k, double alpha,
                                                          const double* a, int64_t lda, int64_t stride_a,
                                                          const double* b, int64_t ldb, int64_t stride_b,
                                                          double beta, double* c, int64_t ldc,
                                                          int64_t stride_c, int64_t batch);
NUMAPACK_API numapack_status numapack_cgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b,
                                                          int64_t m, int64_t n, int64_t k, const void* alpha,
                                                          const void* a, int64_t lda, int64_t stride_a,
                                                          const void* b, int64_t ldb, int64_t stride_b,
                                                          const void* beta, void* c, int64_t ldc,
                                                          int64_t stride_c, int64_t batch);
NUMAPACK_API numapack_status numapack_zgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b,
                                                          int64_t m, int64_t n, int64_t k, const void* alpha,
                                                          const void* a, int64_t lda, int64_t stride_a,
                                                          const void* b, int64_t ldb, int64_t stride_b,
                                                          const void* beta, void* c, int64_t ldc,
                                                          int64_t stride_c, int64_t batch);

/* B from op(A) X = alpha B (side L) or X op(A) = alpha B (R), in place of B (m x n), in groups as
 * numapack_dgemm_batch() has them or by strides as numapack_dgemm_batch_strided(). */
NUMAPACK_API numapack_status numapack_strsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                                  const char* trans, const char* diag, const int64_t* m,
                                                  const int64_t* n, const float* alpha, const float* const* a,
                                                  const int64_t* lda, float* const* b, const int64_t* ldb,
                                                  int64_t groups, const int64_t* group_size);
NUMAPACK_API numapack_status numapack_dtrsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                                  const char* trans, const char* diag, const int64_t* m,
                                                  const int64_t* n, const double* alpha,
                                                  const double* const* a, const int64_t* lda,
                                                  double* const* b, const int64_t* ldb, int64_t groups,
                                                  const int64_t* group_size);
NUMAPACK_API numapack_status numapack_ctrsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                                  const char* trans, const char* diag, const int64_t* m,
                                                  const int64_t* n, const void* alpha, const void* const* a,
                                                  const int64_t* lda, void* const* b, const int64_t* ldb,
                                                  int64_t groups, const int64_t* group_size);
NUMAPACK_API numapack_status numapack_ztrsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                                  const char* trans, const char* diag, const int64_t* m,
                                                  const int64_t* n, const void* alpha, const void* const* a,
                                                  const int64_t* lda, void* const* b, const int64_t* ldb,
                                                  int64_t groups, const int64_t* group_size);
NUMAPACK_API numapack_status numapack_strsm_batch_strided(numapack_layout layout, char side, char uplo,
                                                          char trans, char diag, int64_t m, int64_t n,
                                                          float alpha, const float* a, int64_t lda,
                                                          int64_t stride_a, float* b, int64_t ldb,
                                                          int64_t stride_b, int64_t batch);
NUMAPACK_API numapack_status numapack_dtrsm_batch_strided(numapack_layout layout, char side, char uplo,
                                                          char trans, char diag, int64_t m, int64_t n,
                                                          double alpha, const double* a, int64_t lda,
                                                          int64_t stride_a, double* b, int64_t ldb,
                                                          int64_t stride_b, int64_t batch);
NUMAPACK_API numapack_status numapack_ctrsm_batch_strided(numapack_layout layout, char side, char uplo,
                                                          char trans, char diag, int64_t m, int64_t n,
                                                          const void* alpha, const void* a, int64_t lda,
                                                          int64_t stride_a, void* b, int64_t ldb,
                                                          int64_t stride_b, int64_t batch);
NUMAPACK_API numapack_status numapack_ztrsm_batch_strided(numapack_layout layout, char side, char uplo,
                                                          char trans, char diag, int64_t m, int64_t n,
                                                          const void* alpha, const void* a, int64_t lda,
                                                          int64_t stride_a, void* b, int64_t ldb,
                                                          int64_t stride_b, int64_t batch);

/* Cholesky of `batch` matrices of one shape, in place; info gets LAPACK's of each. Not positive
 * definite matrices are no error: the others are factored. */
NUMAPACK_API numapack_status numapack_spotrf_batch(numapack_layout layout, char uplo, int64_t n,
                                                   float* const* a, int64_t lda, int64_t batch,
                                                   int64_t* info);
NUMAPACK_API numapack_status numapack_dpotrf_batch(numapack_layout layout, char uplo, int64_t n,
                                                   double* const* a, int64_t lda, int64_t batch,
                                                   int64_t* info);
NUMAPACK_API numapack_status numapack_cpotrf_batch(numapack_layout layout, char uplo, int64_t n,
                                                   void* const* a, int64_t lda, int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotrf_batch(numapack_layout layout, char uplo, int64_t n,
                                                   void* const* a, int64_t lda, int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_spotrf_batch_strided(numapack_layout layout, char uplo, int64_t n,
                                                           float* a, int64_t lda, int64_t stride_a,
                                                           int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_dpotrf_batch_strided(numapack_layout layout, char uplo, int64_t n,
                                                           double* a, int64_t lda, int64_t stride_a,
                                                           int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_cpotrf_batch_strided(numapack_layout layout, char uplo, int64_t n,
                                                           void* a, int64_t lda, int64_t stride_a,
                                                           int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotrf_batch_strided(numapack_layout layout, char uplo, int64_t n,
                                                           void* a, int64_t lda, int64_t stride_a,
                                                           int64_t batch, int64_t* info);

/* LU of `batch` matrices of one shape, in place; ipiv: min(m, n) rows a matrix, counted from 1; info gets
 * LAPACK's of each. Singular matrices are no error: the others are factored. */
NUMAPACK_API numapack_status numapack_sgetrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   float* const* a, int64_t lda, int64_t* const* ipiv,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   double* const* a, int64_t lda, int64_t* const* ipiv,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   void* const* a, int64_t lda, int64_t* const* ipiv,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   void* const* a, int64_t lda, int64_t* const* ipiv,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_sgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           float* a, int64_t lda, int64_t stride_a,
                                                           int64_t* ipiv, int64_t stride_ipiv, int64_t batch,
                                                           int64_t* info);
NUMAPACK_API numapack_status numapack_dgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           double* a, int64_t lda, int64_t stride_a,
                                                           int64_t* ipiv, int64_t stride_ipiv, int64_t batch,
                                                           int64_t* info);
NUMAPACK_API numapack_status numapack_cgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           void* a, int64_t lda, int64_t stride_a,
                                                           int64_t* ipiv, int64_t stride_ipiv, int64_t batch,
                                                           int64_t* info);
NUMAPACK_API numapack_status numapack_zgetrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           void* a, int64_t lda, int64_t stride_a,
                                                           int64_t* ipiv, int64_t stride_ipiv, int64_t batch,
                                                           int64_t* info);

/* QR of `batch` matrices of one shape, in place; tau: min(m, n) factors a matrix. info may be a null pointer:
 * LAPACK's is always 0. */
NUMAPACK_API numapack_status numapack_sgeqrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   float* const* a, int64_t lda, float* const* tau,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_dgeqrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   double* const* a, int64_t lda, double* const* tau,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_cgeqrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   void* const* a, int64_t lda, void* const* tau,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_zgeqrf_batch(numapack_layout layout, int64_t m, int64_t n,
                                                   void* const* a, int64_t lda, void* const* tau,
                                                   int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_sgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           float* a, int64_t lda, int64_t stride_a,
                                                           float* tau, int64_t stride_tau, int64_t batch,
                                                           int64_t* info);
NUMAPACK_API numapack_status numapack_dgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           double* a, int64_t lda, int64_t stride_a,
                                                           double* tau, int64_t stride_tau, int64_t batch,
                                                           int64_t* info);
NUMAPACK_API numapack_status numapack_cgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           void* a, int64_t lda, int64_t stride_a, void* tau,
                                                           int64_t stride_tau, int64_t batch, int64_t* info);
NUMAPACK_API numapack_status numapack_zgeqrf_batch_strided(numapack_layout layout, int64_t m, int64_t n,
                                                           void* a, int64_t lda, int64_t stride_a, void* tau,
                                                           int64_t stride_tau, int64_t batch, int64_t* info);

#ifdef __cplusplus
}
#endif

#endif
