/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BLAS_CBLAS_LEVEL3_H
#define NUMAPACK_BLAS_CBLAS_LEVEL3_H

/* Level 3: matrices. Part of cblas.h, which has the types. */

#include "numapack_blas/cblas_types.h"

#ifdef __cplusplus
extern "C" {
#endif

void cblas_sgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, CBLAS_INT m,
                 CBLAS_INT n, CBLAS_INT k, float alpha, const float* a, CBLAS_INT lda, const float* b,
                 CBLAS_INT ldb, float beta, float* c, CBLAS_INT ldc);
/* One triangle of a product. */
void cblas_sgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                  CBLAS_INT n, CBLAS_INT k, float alpha, const float* a, CBLAS_INT lda, const float* b,
                  CBLAS_INT ldb, float beta, float* c, CBLAS_INT ldc);
void cblas_sgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                   CBLAS_INT n, CBLAS_INT k, float alpha, const float* a, CBLAS_INT lda, const float* b,
                   CBLAS_INT ldb, float beta, float* c, CBLAS_INT ldc);
void cblas_ssymm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_INT m, CBLAS_INT n, float alpha,
                 const float* a, CBLAS_INT lda, const float* b, CBLAS_INT ldb, float beta, float* c,
                 CBLAS_INT ldc);
void cblas_ssyrk(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                 float alpha, const float* a, CBLAS_INT lda, float beta, float* c, CBLAS_INT ldc);
void cblas_ssyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                  float alpha, const float* a, CBLAS_INT lda, const float* b, CBLAS_INT ldb, float beta,
                  float* c, CBLAS_INT ldc);
void cblas_strmm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, float alpha, const float* a, CBLAS_INT lda,
                 float* b, CBLAS_INT ldb);
void cblas_strsm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, float alpha, const float* a, CBLAS_INT lda,
                 float* b, CBLAS_INT ldb);

void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, CBLAS_INT m,
                 CBLAS_INT n, CBLAS_INT k, double alpha, const double* a, CBLAS_INT lda, const double* b,
                 CBLAS_INT ldb, double beta, double* c, CBLAS_INT ldc);
void cblas_dgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                  CBLAS_INT n, CBLAS_INT k, double alpha, const double* a, CBLAS_INT lda, const double* b,
                  CBLAS_INT ldb, double beta, double* c, CBLAS_INT ldc);
void cblas_dgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                   CBLAS_INT n, CBLAS_INT k, double alpha, const double* a, CBLAS_INT lda, const double* b,
                   CBLAS_INT ldb, double beta, double* c, CBLAS_INT ldc);
void cblas_dsymm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_INT m, CBLAS_INT n,
                 double alpha, const double* a, CBLAS_INT lda, const double* b, CBLAS_INT ldb, double beta,
                 double* c, CBLAS_INT ldc);
void cblas_dsyrk(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                 double alpha, const double* a, CBLAS_INT lda, double beta, double* c, CBLAS_INT ldc);
void cblas_dsyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                  double alpha, const double* a, CBLAS_INT lda, const double* b, CBLAS_INT ldb, double beta,
                  double* c, CBLAS_INT ldc);
void cblas_dtrmm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, double alpha, const double* a, CBLAS_INT lda,
                 double* b, CBLAS_INT ldb);
void cblas_dtrsm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, double alpha, const double* a, CBLAS_INT lda,
                 double* b, CBLAS_INT ldb);

void cblas_cgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, CBLAS_INT m,
                 CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                 CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_cgemm3m(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, CBLAS_INT m,
                   CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                   CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_cgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                  CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                  CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_cgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                   CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                   CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_csymm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_INT m, CBLAS_INT n,
                 const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb,
                 const void* beta, void* c, CBLAS_INT ldc);
void cblas_chemm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_INT m, CBLAS_INT n,
                 const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb,
                 const void* beta, void* c, CBLAS_INT ldc);
void cblas_csyrk(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                 const void* alpha, const void* a, CBLAS_INT lda, const void* beta, void* c, CBLAS_INT ldc);
void cblas_csyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                  const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb,
                  const void* beta, void* c, CBLAS_INT ldc);
void cblas_cherk(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                 float alpha, const void* a, CBLAS_INT lda, float beta, void* c, CBLAS_INT ldc);
void cblas_cher2k(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                  const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb, float beta,
                  void* c, CBLAS_INT ldc);
void cblas_ctrmm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* a, CBLAS_INT lda,
                 void* b, CBLAS_INT ldb);
void cblas_ctrsm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* a, CBLAS_INT lda,
                 void* b, CBLAS_INT ldb);

void cblas_zgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, CBLAS_INT m,
                 CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                 CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_zgemm3m(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, CBLAS_INT m,
                   CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                   CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_zgemmt(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                  CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                  CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_zgemmtr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                   CBLAS_INT n, CBLAS_INT k, const void* alpha, const void* a, CBLAS_INT lda, const void* b,
                   CBLAS_INT ldb, const void* beta, void* c, CBLAS_INT ldc);
void cblas_zsymm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_INT m, CBLAS_INT n,
                 const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb,
                 const void* beta, void* c, CBLAS_INT ldc);
void cblas_zhemm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_INT m, CBLAS_INT n,
                 const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb,
                 const void* beta, void* c, CBLAS_INT ldc);
void cblas_zsyrk(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                 const void* alpha, const void* a, CBLAS_INT lda, const void* beta, void* c, CBLAS_INT ldc);
void cblas_zsyr2k(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                  const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb,
                  const void* beta, void* c, CBLAS_INT ldc);
void cblas_zherk(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                 double alpha, const void* a, CBLAS_INT lda, double beta, void* c, CBLAS_INT ldc);
void cblas_zher2k(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_INT n, CBLAS_INT k,
                  const void* alpha, const void* a, CBLAS_INT lda, const void* b, CBLAS_INT ldb, double beta,
                  void* c, CBLAS_INT ldc);
void cblas_ztrmm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* a, CBLAS_INT lda,
                 void* b, CBLAS_INT ldb);
void cblas_ztrsm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans,
                 CBLAS_DIAG diag, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* a, CBLAS_INT lda,
                 void* b, CBLAS_INT ldb);

/* No part of the standard: C = alpha A + beta C; B = alpha op(A), elsewhere or in place. Scalars are pointers
 * in both cases of complex. */
void cblas_sgeadd(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, float alpha, float* a, CBLAS_INT lda,
                  float beta, float* c, CBLAS_INT ldc);
void cblas_somatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, float alpha,
                     const float* a, CBLAS_INT lda, float* b, CBLAS_INT ldb);
void cblas_simatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, float alpha,
                     float* a, CBLAS_INT lda, CBLAS_INT ldb);
void cblas_dgeadd(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, double alpha, double* a, CBLAS_INT lda,
                  double beta, double* c, CBLAS_INT ldc);
void cblas_domatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, double alpha,
                     const double* a, CBLAS_INT lda, double* b, CBLAS_INT ldb);
void cblas_dimatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, double alpha,
                     double* a, CBLAS_INT lda, CBLAS_INT ldb);
void cblas_cgeadd(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, const float* alpha, float* a, CBLAS_INT lda,
                  const float* beta, float* c, CBLAS_INT ldc);
void cblas_comatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, const float* alpha,
                     const float* a, CBLAS_INT lda, float* b, CBLAS_INT ldb);
void cblas_cimatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, const float* alpha,
                     float* a, CBLAS_INT lda, CBLAS_INT ldb);
void cblas_zgeadd(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, const double* alpha, double* a,
                  CBLAS_INT lda, const double* beta, double* c, CBLAS_INT ldc);
void cblas_zomatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n,
                     const double* alpha, const double* a, CBLAS_INT lda, double* b, CBLAS_INT ldb);
void cblas_zimatcopy(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n,
                     const double* alpha, double* a, CBLAS_INT lda, CBLAS_INT ldb);

#ifdef __cplusplus
}
#endif

#endif
