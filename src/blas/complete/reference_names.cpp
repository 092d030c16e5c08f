// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "numapack/export.h"

// What reference BLAS shows and other libraries lack: the subroutines through which its CBLAS calls functions
// of its Fortran, the sum of a complex number's absolute parts, and the two words between its CBLAS and its
// cblas_xerbla, which test programs read.

extern "C" {

NUMAPACK_API int CBLAS_CallFromC = 0;
NUMAPACK_API int RowMajorStrg = 0;

NUMAPACK_API float cblas_scabs1(const void* z) {
  const float* const parts = static_cast<const float*>(z);
  return std::fabs(parts[0]) + std::fabs(parts[1]);
}

NUMAPACK_API double cblas_dcabs1(const void* z) {
  const double* const parts = static_cast<const double*>(z);
  return std::fabs(parts[0]) + std::fabs(parts[1]);
}

NUMAPACK_API void scabs1sub_(const void* z, float* result) { *result = cblas_scabs1(z); }
NUMAPACK_API void dcabs1sub_(const void* z, double* result) { *result = cblas_dcabs1(z); }

int isamax_(const int* n, const float* x, const int* incx);
NUMAPACK_API void isamaxsub_(const int* n, const float* x, const int* incx, int* result) {
  *result = isamax_(n, x, incx);
}

int idamax_(const int* n, const double* x, const int* incx);
NUMAPACK_API void idamaxsub_(const int* n, const double* x, const int* incx, int* result) {
  *result = idamax_(n, x, incx);
}

int icamax_(const int* n, const void* x, const int* incx);
NUMAPACK_API void icamaxsub_(const int* n, const void* x, const int* incx, int* result) {
  *result = icamax_(n, x, incx);
}

int izamax_(const int* n, const void* x, const int* incx);
NUMAPACK_API void izamaxsub_(const int* n, const void* x, const int* incx, int* result) {
  *result = izamax_(n, x, incx);
}

float sasum_(const int* n, const float* x, const int* incx);
NUMAPACK_API void sasumsub_(const int* n, const float* x, const int* incx, float* result) {
  *result = sasum_(n, x, incx);
}

double dasum_(const int* n, const double* x, const int* incx);
NUMAPACK_API void dasumsub_(const int* n, const double* x, const int* incx, double* result) {
  *result = dasum_(n, x, incx);
}

float scasum_(const int* n, const void* x, const int* incx);
NUMAPACK_API void scasumsub_(const int* n, const void* x, const int* incx, float* result) {
  *result = scasum_(n, x, incx);
}

double dzasum_(const int* n, const void* x, const int* incx);
NUMAPACK_API void dzasumsub_(const int* n, const void* x, const int* incx, double* result) {
  *result = dzasum_(n, x, incx);
}

float snrm2_(const int* n, const float* x, const int* incx);
NUMAPACK_API void snrm2sub_(const int* n, const float* x, const int* incx, float* result) {
  *result = snrm2_(n, x, incx);
}

double dnrm2_(const int* n, const double* x, const int* incx);
NUMAPACK_API void dnrm2sub_(const int* n, const double* x, const int* incx, double* result) {
  *result = dnrm2_(n, x, incx);
}

float scnrm2_(const int* n, const void* x, const int* incx);
NUMAPACK_API void scnrm2sub_(const int* n, const void* x, const int* incx, float* result) {
  *result = scnrm2_(n, x, incx);
}

double dznrm2_(const int* n, const void* x, const int* incx);
NUMAPACK_API void dznrm2sub_(const int* n, const void* x, const int* incx, double* result) {
  *result = dznrm2_(n, x, incx);
}

float sdot_(const int* n, const float* x, const int* incx, const float* y, const int* incy);
NUMAPACK_API void sdotsub_(const int* n, const float* x, const int* incx, const float* y, const int* incy,
                           float* result) {
  *result = sdot_(n, x, incx, y, incy);
}

double ddot_(const int* n, const double* x, const int* incx, const double* y, const int* incy);
NUMAPACK_API void ddotsub_(const int* n, const double* x, const int* incx, const double* y, const int* incy,
                           double* result) {
  *result = ddot_(n, x, incx, y, incy);
}

double dsdot_(const int* n, const float* x, const int* incx, const float* y, const int* incy);
NUMAPACK_API void dsdotsub_(const int* n, const float* x, const int* incx, const float* y, const int* incy,
                            double* result) {
  *result = dsdot_(n, x, incx, y, incy);
}

float sdsdot_(const int* n, const float* b, const float* x, const int* incx, const float* y, const int* incy);
NUMAPACK_API void sdsdotsub_(const int* n, const float* b, const float* x, const int* incx, const float* y,
                             const int* incy, float* result) {
  *result = sdsdot_(n, b, x, incx, y, incy);
}

void cblas_cdotu_sub(int n, const void* x, int incx, const void* y, int incy, void* result);
NUMAPACK_API void cdotusub_(const int* n, const void* x, const int* incx, const void* y, const int* incy,
                            void* result) {
  cblas_cdotu_sub(*n, x, *incx, y, *incy, result);
}

void cblas_cdotc_sub(int n, const void* x, int incx, const void* y, int incy, void* result);
NUMAPACK_API void cdotcsub_(const int* n, const void* x, const int* incx, const void* y, const int* incy,
                            void* result) {
  cblas_cdotc_sub(*n, x, *incx, y, *incy, result);
}

void cblas_zdotu_sub(int n, const void* x, int incx, const void* y, int incy, void* result);
NUMAPACK_API void zdotusub_(const int* n, const void* x, const int* incx, const void* y, const int* incy,
                            void* result) {
  cblas_zdotu_sub(*n, x, *incx, y, *incy, result);
}

void cblas_zdotc_sub(int n, const void* x, int incx, const void* y, int incy, void* result);
NUMAPACK_API void zdotcsub_(const int* n, const void* x, const int* incx, const void* y, const int* incy,
                            void* result) {
  cblas_zdotc_sub(*n, x, *incx, y, *incy, result);
}
}
