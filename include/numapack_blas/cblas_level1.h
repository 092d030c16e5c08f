/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BLAS_CBLAS_LEVEL1_H
#define NUMAPACK_BLAS_CBLAS_LEVEL1_H

/* Level 1: vectors. Part of cblas.h, which has the types. */

#include "numapack_blas/cblas_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sums of products. */
float cblas_sdsdot(CBLAS_INT n, float alpha, const float* x, CBLAS_INT incx, const float* y, CBLAS_INT incy);
double cblas_dsdot(CBLAS_INT n, const float* x, CBLAS_INT incx, const float* y, CBLAS_INT incy);
float cblas_sdot(CBLAS_INT n, const float* x, CBLAS_INT incx, const float* y, CBLAS_INT incy);
double cblas_ddot(CBLAS_INT n, const double* x, CBLAS_INT incx, const double* y, CBLAS_INT incy);
void cblas_cdotu_sub(CBLAS_INT n, const void* x, CBLAS_INT incx, const void* y, CBLAS_INT incy, void* result);
void cblas_cdotc_sub(CBLAS_INT n, const void* x, CBLAS_INT incx, const void* y, CBLAS_INT incy, void* result);
void cblas_zdotu_sub(CBLAS_INT n, const void* x, CBLAS_INT incx, const void* y, CBLAS_INT incy, void* result);
void cblas_zdotc_sub(CBLAS_INT n, const void* x, CBLAS_INT incx, const void* y, CBLAS_INT incy, void* result);

/* Norms, sums of absolute parts, the index (from 0) of the largest. */
float cblas_snrm2(CBLAS_INT n, const float* x, CBLAS_INT incx);
float cblas_sasum(CBLAS_INT n, const float* x, CBLAS_INT incx);
CBLAS_INDEX cblas_isamax(CBLAS_INT n, const float* x, CBLAS_INT incx);
double cblas_dnrm2(CBLAS_INT n, const double* x, CBLAS_INT incx);
double cblas_dasum(CBLAS_INT n, const double* x, CBLAS_INT incx);
CBLAS_INDEX cblas_idamax(CBLAS_INT n, const double* x, CBLAS_INT incx);
float cblas_scnrm2(CBLAS_INT n, const void* x, CBLAS_INT incx);
float cblas_scasum(CBLAS_INT n, const void* x, CBLAS_INT incx);
CBLAS_INDEX cblas_icamax(CBLAS_INT n, const void* x, CBLAS_INT incx);
double cblas_dznrm2(CBLAS_INT n, const void* x, CBLAS_INT incx);
double cblas_dzasum(CBLAS_INT n, const void* x, CBLAS_INT incx);
CBLAS_INDEX cblas_izamax(CBLAS_INT n, const void* x, CBLAS_INT incx);
float cblas_scabs1(const void* z);
double cblas_dcabs1(const void* z);

/* x and y exchanged, copied, added to; x scaled. axpby, y = alpha x + beta y, is no part of the standard. */
void cblas_sswap(CBLAS_INT n, float* x, CBLAS_INT incx, float* y, CBLAS_INT incy);
void cblas_scopy(CBLAS_INT n, const float* x, CBLAS_INT incx, float* y, CBLAS_INT incy);
void cblas_saxpy(CBLAS_INT n, float alpha, const float* x, CBLAS_INT incx, float* y, CBLAS_INT incy);
void cblas_saxpby(CBLAS_INT n, float alpha, const float* x, CBLAS_INT incx, float beta, float* y,
                  CBLAS_INT incy);
void cblas_sscal(CBLAS_INT n, float alpha, float* x, CBLAS_INT incx);
void cblas_dswap(CBLAS_INT n, double* x, CBLAS_INT incx, double* y, CBLAS_INT incy);
void cblas_dcopy(CBLAS_INT n, const double* x, CBLAS_INT incx, double* y, CBLAS_INT incy);
void cblas_daxpy(CBLAS_INT n, double alpha, const double* x, CBLAS_INT incx, double* y, CBLAS_INT incy);
void cblas_daxpby(CBLAS_INT n, double alpha, const double* x, CBLAS_INT incx, double beta, double* y,
                  CBLAS_INT incy);
void cblas_dscal(CBLAS_INT n, double alpha, double* x, CBLAS_INT incx);
void cblas_cswap(CBLAS_INT n, void* x, CBLAS_INT incx, void* y, CBLAS_INT incy);
void cblas_ccopy(CBLAS_INT n, const void* x, CBLAS_INT incx, void* y, CBLAS_INT incy);
void cblas_caxpy(CBLAS_INT n, const void* alpha, const void* x, CBLAS_INT incx, void* y, CBLAS_INT incy);
void cblas_caxpby(CBLAS_INT n, const void* alpha, const void* x, CBLAS_INT incx, const void* beta, void* y,
                  CBLAS_INT incy);
void cblas_cscal(CBLAS_INT n, const void* alpha, void* x, CBLAS_INT incx);
void cblas_zswap(CBLAS_INT n, void* x, CBLAS_INT incx, void* y, CBLAS_INT incy);
void cblas_zcopy(CBLAS_INT n, const void* x, CBLAS_INT incx, void* y, CBLAS_INT incy);
void cblas_zaxpy(CBLAS_INT n, const void* alpha, const void* x, CBLAS_INT incx, void* y, CBLAS_INT incy);
void cblas_zaxpby(CBLAS_INT n, const void* alpha, const void* x, CBLAS_INT incx, const void* beta, void* y,
                  CBLAS_INT incy);
void cblas_zscal(CBLAS_INT n, const void* alpha, void* x, CBLAS_INT incx);
void cblas_csscal(CBLAS_INT n, float alpha, void* x, CBLAS_INT incx);
void cblas_zdscal(CBLAS_INT n, double alpha, void* x, CBLAS_INT incx);

/* Rotations. */
void cblas_srotg(float* a, float* b, float* c, float* s);
void cblas_srotmg(float* d1, float* d2, float* b1, float b2, float* p);
void cblas_srot(CBLAS_INT n, float* x, CBLAS_INT incx, float* y, CBLAS_INT incy, float c, float s);
void cblas_srotm(CBLAS_INT n, float* x, CBLAS_INT incx, float* y, CBLAS_INT incy, const float* p);
void cblas_drotg(double* a, double* b, double* c, double* s);
void cblas_drotmg(double* d1, double* d2, double* b1, double b2, double* p);
void cblas_drot(CBLAS_INT n, double* x, CBLAS_INT incx, double* y, CBLAS_INT incy, double c, double s);
void cblas_drotm(CBLAS_INT n, double* x, CBLAS_INT incx, double* y, CBLAS_INT incy, const double* p);
void cblas_crotg(void* a, void* b, float* c, void* s);
void cblas_zrotg(void* a, void* b, double* c, void* s);
void cblas_csrot(CBLAS_INT n, void* x, CBLAS_INT incx, void* y, CBLAS_INT incy, float c, float s);
void cblas_zdrot(CBLAS_INT n, void* x, CBLAS_INT incx, void* y, CBLAS_INT incy, double c, double s);

#ifdef __cplusplus
}
#endif

#endif
