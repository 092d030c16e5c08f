/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BLAS_CBLAS_BATCH_H
#define NUMAPACK_BLAS_CBLAS_BATCH_H

/* The names that MKL and OpenBLAS have for batches of products, as libnumapack_batch has them
   (numapack-batch.pc, numapack::batch); docs/reference/compute/batch.md says more. For programs without a
   header of these two that declares them, after any other cblas.h. The plain names take 32-bit integers,
   those with _64 take 64-bit ones. Complex scalars and matrices are passed by address; leading dimensions and
   strides in elements. Any number of threads may call at once. */

/* Another's cblas.h has the same types. */
#ifndef CBLAS_H
#include "numapack_blas/cblas_types.h"
#endif
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Group g: group_size[g] products with the sizes, letters, leading dimensions and scalars [g]; a, b and c
   have the matrices of all products, group after group. */
void cblas_sgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                       const int32_t* m, const int32_t* n, const int32_t* k, const float* alpha,
                       const float* const* a, const int32_t* lda, const float* const* b, const int32_t* ldb,
                       const float* beta, float* const* c, const int32_t* ldc, int32_t group_count,
                       const int32_t* group_size);
void cblas_dgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                       const int32_t* m, const int32_t* n, const int32_t* k, const double* alpha,
                       const double* const* a, const int32_t* lda, const double* const* b, const int32_t* ldb,
                       const double* beta, double* const* c, const int32_t* ldc, int32_t group_count,
                       const int32_t* group_size);
void cblas_cgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                       const int32_t* m, const int32_t* n, const int32_t* k, const void* alpha,
                       const void* const* a, const int32_t* lda, const void* const* b, const int32_t* ldb,
                       const void* beta, void* const* c, const int32_t* ldc, int32_t group_count,
                       const int32_t* group_size);
void cblas_zgemm_batch(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                       const int32_t* m, const int32_t* n, const int32_t* k, const void* alpha,
                       const void* const* a, const int32_t* lda, const void* const* b, const int32_t* ldb,
                       const void* beta, void* const* c, const int32_t* ldc, int32_t group_count,
                       const int32_t* group_size);

/* Product i has its matrices at a + i * stride_a, and so on. */
void cblas_sgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                               int32_t m, int32_t n, int32_t k, float alpha, const float* a, int32_t lda,
                               int32_t stride_a, const float* b, int32_t ldb, int32_t stride_b, float beta,
                               float* c, int32_t ldc, int32_t stride_c, int32_t batch_size);
void cblas_dgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                               int32_t m, int32_t n, int32_t k, double alpha, const double* a, int32_t lda,
                               int32_t stride_a, const double* b, int32_t ldb, int32_t stride_b, double beta,
                               double* c, int32_t ldc, int32_t stride_c, int32_t batch_size);
void cblas_cgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                               int32_t m, int32_t n, int32_t k, const void* alpha, const void* a, int32_t lda,
                               int32_t stride_a, const void* b, int32_t ldb, int32_t stride_b,
                               const void* beta, void* c, int32_t ldc, int32_t stride_c, int32_t batch_size);
void cblas_zgemm_batch_strided(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                               int32_t m, int32_t n, int32_t k, const void* alpha, const void* a, int32_t lda,
                               int32_t stride_a, const void* b, int32_t ldb, int32_t stride_b,
                               const void* beta, void* c, int32_t ldc, int32_t stride_c, int32_t batch_size);

/* Fortran's. */
void sgemm_batch_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                  const int32_t* k, const float* alpha, const float* const* a, const int32_t* lda,
                  const float* const* b, const int32_t* ldb, const float* beta, float* const* c,
                  const int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void dgemm_batch_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                  const int32_t* k, const double* alpha, const double* const* a, const int32_t* lda,
                  const double* const* b, const int32_t* ldb, const double* beta, double* const* c,
                  const int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void cgemm_batch_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                  const int32_t* k, const void* alpha, const void* const* a, const int32_t* lda,
                  const void* const* b, const int32_t* ldb, const void* beta, void* const* c,
                  const int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void zgemm_batch_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                  const int32_t* k, const void* alpha, const void* const* a, const int32_t* lda,
                  const void* const* b, const int32_t* ldb, const void* beta, void* const* c,
                  const int32_t* ldc, const int32_t* group_count, const int32_t* group_size);
void sgemm_batch_strided_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                          const int32_t* k, const float* alpha, const float* a, const int32_t* lda,
                          const int32_t* stride_a, const float* b, const int32_t* ldb,
                          const int32_t* stride_b, const float* beta, float* c, const int32_t* ldc,
                          const int32_t* stride_c, const int32_t* batch_size);
void dgemm_batch_strided_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                          const int32_t* k, const double* alpha, const double* a, const int32_t* lda,
                          const int32_t* stride_a, const double* b, const int32_t* ldb,
                          const int32_t* stride_b, const double* beta, double* c, const int32_t* ldc,
                          const int32_t* stride_c, const int32_t* batch_size);
void cgemm_batch_strided_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                          const int32_t* k, const void* alpha, const void* a, const int32_t* lda,
                          const int32_t* stride_a, const void* b, const int32_t* ldb, const int32_t* stride_b,
                          const void* beta, void* c, const int32_t* ldc, const int32_t* stride_c,
                          const int32_t* batch_size);
void zgemm_batch_strided_(const char* trans_a, const char* trans_b, const int32_t* m, const int32_t* n,
                          const int32_t* k, const void* alpha, const void* a, const int32_t* lda,
                          const int32_t* stride_a, const void* b, const int32_t* ldb, const int32_t* stride_b,
                          const void* beta, void* c, const int32_t* ldc, const int32_t* stride_c,
                          const int32_t* batch_size);

void cblas_sgemm_batch_64(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                          const int64_t* m, const int64_t* n, const int64_t* k, const float* alpha,
                          const float* const* a, const int64_t* lda, const float* const* b,
                          const int64_t* ldb, const float* beta, float* const* c, const int64_t* ldc,
                          int64_t group_count, const int64_t* group_size);
void cblas_dgemm_batch_64(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                          const int64_t* m, const int64_t* n, const int64_t* k, const double* alpha,
                          const double* const* a, const int64_t* lda, const double* const* b,
                          const int64_t* ldb, const double* beta, double* const* c, const int64_t* ldc,
                          int64_t group_count, const int64_t* group_size);
void cblas_cgemm_batch_64(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                          const int64_t* m, const int64_t* n, const int64_t* k, const void* alpha,
                          const void* const* a, const int64_t* lda, const void* const* b, const int64_t* ldb,
                          const void* beta, void* const* c, const int64_t* ldc, int64_t group_count,
                          const int64_t* group_size);
void cblas_zgemm_batch_64(CBLAS_LAYOUT layout, const CBLAS_TRANSPOSE* trans_a, const CBLAS_TRANSPOSE* trans_b,
                          const int64_t* m, const int64_t* n, const int64_t* k, const void* alpha,
                          const void* const* a, const int64_t* lda, const void* const* b, const int64_t* ldb,
                          const void* beta, void* const* c, const int64_t* ldc, int64_t group_count,
                          const int64_t* group_size);

void cblas_sgemm_batch_strided_64(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                                  int64_t m, int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
                                  int64_t stride_a, const float* b, int64_t ldb, int64_t stride_b, float beta,
                                  float* c, int64_t ldc, int64_t stride_c, int64_t batch_size);
void cblas_dgemm_batch_strided_64(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                                  int64_t m, int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
                                  int64_t stride_a, const double* b, int64_t ldb, int64_t stride_b,
                                  double beta, double* c, int64_t ldc, int64_t stride_c, int64_t batch_size);
void cblas_cgemm_batch_strided_64(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                                  int64_t m, int64_t n, int64_t k, const void* alpha, const void* a,
                                  int64_t lda, int64_t stride_a, const void* b, int64_t ldb, int64_t stride_b,
                                  const void* beta, void* c, int64_t ldc, int64_t stride_c,
                                  int64_t batch_size);
void cblas_zgemm_batch_strided_64(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                                  int64_t m, int64_t n, int64_t k, const void* alpha, const void* a,
                                  int64_t lda, int64_t stride_a, const void* b, int64_t ldb, int64_t stride_b,
                                  const void* beta, void* c, int64_t ldc, int64_t stride_c,
                                  int64_t batch_size);

void sgemm_batch_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                     const int64_t* k, const float* alpha, const float* const* a, const int64_t* lda,
                     const float* const* b, const int64_t* ldb, const float* beta, float* const* c,
                     const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void dgemm_batch_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                     const int64_t* k, const double* alpha, const double* const* a, const int64_t* lda,
                     const double* const* b, const int64_t* ldb, const double* beta, double* const* c,
                     const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void cgemm_batch_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                     const int64_t* k, const void* alpha, const void* const* a, const int64_t* lda,
                     const void* const* b, const int64_t* ldb, const void* beta, void* const* c,
                     const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void zgemm_batch_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                     const int64_t* k, const void* alpha, const void* const* a, const int64_t* lda,
                     const void* const* b, const int64_t* ldb, const void* beta, void* const* c,
                     const int64_t* ldc, const int64_t* group_count, const int64_t* group_size);
void sgemm_batch_strided_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                             const int64_t* k, const float* alpha, const float* a, const int64_t* lda,
                             const int64_t* stride_a, const float* b, const int64_t* ldb,
                             const int64_t* stride_b, const float* beta, float* c, const int64_t* ldc,
                             const int64_t* stride_c, const int64_t* batch_size);
void dgemm_batch_strided_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                             const int64_t* k, const double* alpha, const double* a, const int64_t* lda,
                             const int64_t* stride_a, const double* b, const int64_t* ldb,
                             const int64_t* stride_b, const double* beta, double* c, const int64_t* ldc,
                             const int64_t* stride_c, const int64_t* batch_size);
void cgemm_batch_strided_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                             const int64_t* k, const void* alpha, const void* a, const int64_t* lda,
                             const int64_t* stride_a, const void* b, const int64_t* ldb,
                             const int64_t* stride_b, const void* beta, void* c, const int64_t* ldc,
                             const int64_t* stride_c, const int64_t* batch_size);
void zgemm_batch_strided_64_(const char* trans_a, const char* trans_b, const int64_t* m, const int64_t* n,
                             const int64_t* k, const void* alpha, const void* a, const int64_t* lda,
                             const int64_t* stride_a, const void* b, const int64_t* ldb,
                             const int64_t* stride_b, const void* beta, void* c, const int64_t* ldc,
                             const int64_t* stride_c, const int64_t* batch_size);

#ifdef __cplusplus
}
#endif

#endif
