/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_BLAS_CBLAS_H
#define NUMAPACK_BLAS_CBLAS_H
/* The guard of others, which declare the same. */
#ifndef CBLAS_H
#define CBLAS_H

/* The C interface to the BLAS, as libnumapack_lp64 and libblas.so.3 have it, and with CBLAS_ILP64 defined
   libnumapack_ilp64. Complex scalars and matrices are passed by address; leading dimensions in elements.
   Wrong arguments are reported to cblas_xerbla. Any number of threads may call at once. */

#include "numapack_blas/cblas_level1.h"
#include "numapack_blas/cblas_level2.h"
#include "numapack_blas/cblas_level3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Argument `position` of `routine` (the layout is 1) is wrong; `form` as for printf. A program's own takes
 * its place. */
void cblas_xerbla(CBLAS_INT position, const char* routine, const char* form, ...);

/* Threads of later calls, as OpenBLAS has it. Less than 1: all. */
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);

#ifdef __cplusplus
}
#endif

#endif
#endif
