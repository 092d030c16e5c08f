/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BLAS_CBLAS_LEVEL2_H
#define NUMAPACK_BLAS_CBLAS_LEVEL2_H

/* Level 2: matrices and vectors. Part of cblas.h, which has the types. */

#include "numapack_blas/cblas_types.h"

#ifdef __cplusplus
extern "C" {
#endif

void cblas_sgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, float alpha,
                 const float* a, CBLAS_INT lda, const float* x, CBLAS_INT incx, float beta, float* y,
                 CBLAS_INT incy);
void cblas_sgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, CBLAS_INT kl,
                 CBLAS_INT ku, float alpha, const float* a, CBLAS_INT lda, const float* x, CBLAS_INT incx,
                 float beta, float* y, CBLAS_INT incy);
void cblas_strmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const float* a, CBLAS_INT lda, float* x, CBLAS_INT incx);
void cblas_stbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const float* a, CBLAS_INT lda, float* x, CBLAS_INT incx);
void cblas_stpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const float* ap, float* x, CBLAS_INT incx);
void cblas_strsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const float* a, CBLAS_INT lda, float* x, CBLAS_INT incx);
void cblas_stbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const float* a, CBLAS_INT lda, float* x, CBLAS_INT incx);
void cblas_stpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const float* ap, float* x, CBLAS_INT incx);
void cblas_ssymv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const float* a,
                 CBLAS_INT lda, const float* x, CBLAS_INT incx, float beta, float* y, CBLAS_INT incy);
void cblas_ssbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, CBLAS_INT k, float alpha, const float* a,
                 CBLAS_INT lda, const float* x, CBLAS_INT incx, float beta, float* y, CBLAS_INT incy);
void cblas_sspmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const float* ap,
                 const float* x, CBLAS_INT incx, float beta, float* y, CBLAS_INT incy);
void cblas_sger(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, float alpha, const float* x, CBLAS_INT incx,
                const float* y, CBLAS_INT incy, float* a, CBLAS_INT lda);
void cblas_ssyr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const float* x,
                CBLAS_INT incx, float* a, CBLAS_INT lda);
void cblas_sspr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const float* x,
                CBLAS_INT incx, float* ap);
void cblas_ssyr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const float* x,
                 CBLAS_INT incx, const float* y, CBLAS_INT incy, float* a, CBLAS_INT lda);
void cblas_sspr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const float* x,
                 CBLAS_INT incx, const float* y, CBLAS_INT incy, float* ap);

void cblas_dgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, double alpha,
                 const double* a, CBLAS_INT lda, const double* x, CBLAS_INT incx, double beta, double* y,
                 CBLAS_INT incy);
void cblas_dgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, CBLAS_INT kl,
                 CBLAS_INT ku, double alpha, const double* a, CBLAS_INT lda, const double* x, CBLAS_INT incx,
                 double beta, double* y, CBLAS_INT incy);
void cblas_dtrmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const double* a, CBLAS_INT lda, double* x, CBLAS_INT incx);
void cblas_dtbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const double* a, CBLAS_INT lda, double* x, CBLAS_INT incx);
void cblas_dtpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const double* ap, double* x, CBLAS_INT incx);
void cblas_dtrsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const double* a, CBLAS_INT lda, double* x, CBLAS_INT incx);
void cblas_dtbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const double* a, CBLAS_INT lda, double* x, CBLAS_INT incx);
void cblas_dtpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const double* ap, double* x, CBLAS_INT incx);
void cblas_dsymv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const double* a,
                 CBLAS_INT lda, const double* x, CBLAS_INT incx, double beta, double* y, CBLAS_INT incy);
void cblas_dsbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, CBLAS_INT k, double alpha,
                 const double* a, CBLAS_INT lda, const double* x, CBLAS_INT incx, double beta, double* y,
                 CBLAS_INT incy);
void cblas_dspmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const double* ap,
                 const double* x, CBLAS_INT incx, double beta, double* y, CBLAS_INT incy);
void cblas_dger(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, double alpha, const double* x, CBLAS_INT incx,
                const double* y, CBLAS_INT incy, double* a, CBLAS_INT lda);
void cblas_dsyr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const double* x,
                CBLAS_INT incx, double* a, CBLAS_INT lda);
void cblas_dspr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const double* x,
                CBLAS_INT incx, double* ap);
void cblas_dsyr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const double* x,
                 CBLAS_INT incx, const double* y, CBLAS_INT incy, double* a, CBLAS_INT lda);
void cblas_dspr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const double* x,
                 CBLAS_INT incx, const double* y, CBLAS_INT incy, double* ap);

void cblas_cgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, const void* alpha,
                 const void* a, CBLAS_INT lda, const void* x, CBLAS_INT incx, const void* beta, void* y,
                 CBLAS_INT incy);
void cblas_cgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, CBLAS_INT kl,
                 CBLAS_INT ku, const void* alpha, const void* a, CBLAS_INT lda, const void* x, CBLAS_INT incx,
                 const void* beta, void* y, CBLAS_INT incy);
void cblas_ctrmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ctbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ctpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* ap, void* x, CBLAS_INT incx);
void cblas_ctrsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ctbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ctpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* ap, void* x, CBLAS_INT incx);
void cblas_chemv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* a,
                 CBLAS_INT lda, const void* x, CBLAS_INT incx, const void* beta, void* y, CBLAS_INT incy);
void cblas_chbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, CBLAS_INT k, const void* alpha,
                 const void* a, CBLAS_INT lda, const void* x, CBLAS_INT incx, const void* beta, void* y,
                 CBLAS_INT incy);
void cblas_chpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* ap,
                 const void* x, CBLAS_INT incx, const void* beta, void* y, CBLAS_INT incy);
void cblas_cgeru(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* a, CBLAS_INT lda);
void cblas_cgerc(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* a, CBLAS_INT lda);
void cblas_cher(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const void* x, CBLAS_INT incx,
                void* a, CBLAS_INT lda);
void cblas_chpr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, float alpha, const void* x, CBLAS_INT incx,
                void* ap);
void cblas_cher2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* a, CBLAS_INT lda);
void cblas_chpr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* ap);

void cblas_zgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, const void* alpha,
                 const void* a, CBLAS_INT lda, const void* x, CBLAS_INT incx, const void* beta, void* y,
                 CBLAS_INT incy);
void cblas_zgbmv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans, CBLAS_INT m, CBLAS_INT n, CBLAS_INT kl,
                 CBLAS_INT ku, const void* alpha, const void* a, CBLAS_INT lda, const void* x, CBLAS_INT incx,
                 const void* beta, void* y, CBLAS_INT incy);
void cblas_ztrmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ztbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ztpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* ap, void* x, CBLAS_INT incx);
void cblas_ztrsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ztbsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 CBLAS_INT k, const void* a, CBLAS_INT lda, void* x, CBLAS_INT incx);
void cblas_ztpsv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_TRANSPOSE trans, CBLAS_DIAG diag, CBLAS_INT n,
                 const void* ap, void* x, CBLAS_INT incx);
void cblas_zhemv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* a,
                 CBLAS_INT lda, const void* x, CBLAS_INT incx, const void* beta, void* y, CBLAS_INT incy);
void cblas_zhbmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, CBLAS_INT k, const void* alpha,
                 const void* a, CBLAS_INT lda, const void* x, CBLAS_INT incx, const void* beta, void* y,
                 CBLAS_INT incy);
void cblas_zhpmv(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* ap,
                 const void* x, CBLAS_INT incx, const void* beta, void* y, CBLAS_INT incy);
void cblas_zgeru(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* a, CBLAS_INT lda);
void cblas_zgerc(CBLAS_LAYOUT layout, CBLAS_INT m, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* a, CBLAS_INT lda);
void cblas_zher(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const void* x,
                CBLAS_INT incx, void* a, CBLAS_INT lda);
void cblas_zhpr(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, double alpha, const void* x,
                CBLAS_INT incx, void* ap);
void cblas_zher2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* a, CBLAS_INT lda);
void cblas_zhpr2(CBLAS_LAYOUT layout, CBLAS_UPLO uplo, CBLAS_INT n, const void* alpha, const void* x,
                 CBLAS_INT incx, const void* y, CBLAS_INT incy, void* ap);

#ifdef __cplusplus
}
#endif

#endif
