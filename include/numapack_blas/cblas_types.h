/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BLAS_CBLAS_TYPES_H
#define NUMAPACK_BLAS_CBLAS_TYPES_H

/* What CBLAS's functions take. Define CBLAS_ILP64 for libnumapack_ilp64 (numapack-blas64.pc and
 * numapack::blas64 do). */

#include <stddef.h>
#include <stdint.h>

#ifdef CBLAS_ILP64
typedef int64_t CBLAS_INT;
#else
typedef int32_t CBLAS_INT;
#endif
#define CBLAS_INT CBLAS_INT
#define CBLAS_INDEX size_t

/* The standard's values. By their names with "enum" and without. */
typedef enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_LAYOUT;
/* The last one for imatcopy and omatcopy only. */
typedef enum CBLAS_TRANSPOSE {
  CblasNoTrans = 111,
  CblasTrans = 112,
  CblasConjTrans = 113,
  CblasConjNoTrans = 114
} CBLAS_TRANSPOSE;
typedef enum CBLAS_UPLO { CblasUpper = 121, CblasLower = 122 } CBLAS_UPLO;
typedef enum CBLAS_DIAG { CblasNonUnit = 131, CblasUnit = 132 } CBLAS_DIAG;
typedef enum CBLAS_SIDE { CblasLeft = 141, CblasRight = 142 } CBLAS_SIDE;

/* What it was called before 3.6. */
#define CBLAS_ORDER CBLAS_LAYOUT

#endif
