// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "blas/int.hpp"
#include "numapack/export.h"

// What reference BLAS shows and other libraries lack: the subroutines through which its CBLAS calls functions
// of its Fortran, the sum of a complex number's absolute parts, and the two words between its CBLAS and its
// cblas_xerbla, which test programs read.

using numapack::standard::Int;

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

Int isamax_(const Int* n, const float* x, const Int* incx);
NUMAPACK_API void isamaxsub_(const Int* n, const float* x, const Int* incx, Int* result) {
  *result = isamax_(n, x, incx);
}

Int idamax_(const Int* n, const double* x, const Int* incx);
NUMAPACK_API void idamaxsub_(const Int* n, const double* x, const Int* incx, Int* result) {
  *result = idamax_(n, x, incx);
}

Int icamax_(const Int* n, const void* x, const Int* incx);
NUMAPACK_API void icamaxsub_(const Int* n, const void* x, const Int* incx, Int* result) {
  *result = icamax_(n, x, incx);
}

Int izamax_(const Int* n, const void* x, const Int* incx);
NUMAPACK_API void izamaxsub_(const Int* n, const void* x, const Int* incx, Int* result) {
  *result = izamax_(n, x, incx);
}

float sasum_(const Int* n, const float* x, const Int* incx);
NUMAPACK_API void sasumsub_(const Int* n, const float* x, const Int* incx, float* result) {
  *result = sasum_(n, x, incx);
}

double dasum_(const Int* n, const double* x, const Int* incx);
NUMAPACK_API void dasumsub_(const Int* n, const double* x, const Int* incx, double* result) {
  *result = dasum_(n, x, incx);
}

float scasum_(const Int* n, const void* x, const Int* incx);
NUMAPACK_API void scasumsub_(const Int* n, const void* x, const Int* incx, float* result) {
  *result = scasum_(n, x, incx);
}

double dzasum_(const Int* n, const void* x, const Int* incx);
NUMAPACK_API void dzasumsub_(const Int* n, const void* x, const Int* incx, double* result) {
  *result = dzasum_(n, x, incx);
}

float snrm2_(const Int* n, const float* x, const Int* incx);
NUMAPACK_API void snrm2sub_(const Int* n, const float* x, const Int* incx, float* result) {
  *result = snrm2_(n, x, incx);
}

double dnrm2_(const Int* n, const double* x, const Int* incx);
NUMAPACK_API void dnrm2sub_(const Int* n, const double* x, const Int* incx, double* result) {
  *result = dnrm2_(n, x, incx);
}

float scnrm2_(const Int* n, const void* x, const Int* incx);
NUMAPACK_API void scnrm2sub_(const Int* n, const void* x, const Int* incx, float* result) {
  *result = scnrm2_(n, x, incx);
}

double dznrm2_(const Int* n, const void* x, const Int* incx);
NUMAPACK_API void dznrm2sub_(const Int* n, const void* x, const Int* incx, double* result) {
  *result = dznrm2_(n, x, incx);
}

float sdot_(const Int* n, const float* x, const Int* incx, const float* y, const Int* incy);
NUMAPACK_API void sdotsub_(const Int* n, const float* x, const Int* incx, const float* y, const Int* incy,
                           float* result) {
  *result = sdot_(n, x, incx, y, incy);
}

double ddot_(const Int* n, const double* x, const Int* incx, const double* y, const Int* incy);
NUMAPACK_API void ddotsub_(const Int* n, const double* x, const Int* incx, const double* y, const Int* incy,
                           double* result) {
  *result = ddot_(n, x, incx, y, incy);
}

double dsdot_(const Int* n, const float* x, const Int* incx, const float* y, const Int* incy);
NUMAPACK_API void dsdotsub_(const Int* n, const float* x, const Int* incx, const float* y, const Int* incy,
                            double* result) {
  *result = dsdot_(n, x, incx, y, incy);
}

float sdsdot_(const Int* n, const float* b, const float* x, const Int* incx, const float* y, const Int* incy);
NUMAPACK_API void sdsdotsub_(const Int* n, const float* b, const float* x, const Int* incx, const float* y,
                             const Int* incy, float* result) {
  *result = sdsdot_(n, b, x, incx, y, incy);
}

void cblas_cdotu_sub(Int n, const void* x, Int incx, const void* y, Int incy, void* result);
NUMAPACK_API void cdotusub_(const Int* n, const void* x, const Int* incx, const void* y, const Int* incy,
                            void* result) {
  cblas_cdotu_sub(*n, x, *incx, y, *incy, result);
}

void cblas_cdotc_sub(Int n, const void* x, Int incx, const void* y, Int incy, void* result);
NUMAPACK_API void cdotcsub_(const Int* n, const void* x, const Int* incx, const void* y, const Int* incy,
                            void* result) {
  cblas_cdotc_sub(*n, x, *incx, y, *incy, result);
}

void cblas_zdotu_sub(Int n, const void* x, Int incx, const void* y, Int incy, void* result);
NUMAPACK_API void zdotusub_(const Int* n, const void* x, const Int* incx, const void* y, const Int* incy,
                            void* result) {
  cblas_zdotu_sub(*n, x, *incx, y, *incy, result);
}

void cblas_zdotc_sub(Int n, const void* x, Int incx, const void* y, Int incy, void* result);
NUMAPACK_API void zdotcsub_(const Int* n, const void* x, const Int* incx, const void* y, const Int* incy,
                            void* result) {
  cblas_zdotc_sub(*n, x, *incx, y, *incy, result);
}
}
