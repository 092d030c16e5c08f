// SPDX-License-Identifier: BSD-3-Clause
#include "blas/level2.hpp"
#include "blas/names.hpp"

// symv as Fortran calls it: the BLAS's for s and d, LAPACK's for c and z.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void FORTRAN(symv)(const char* uplo, const Int* n, const T* alpha, const T* a, const Int* lda,
                                const T* x, const Int* incx, const T* beta, T* y, const Int* incy) {
  if (!symv<T>({FORTRAN_NAME(SYMV)}, Routine::symv, *uplo, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy))
    LEAVE(FORTRAN(symv))(uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}
}
