// SPDX-License-Identifier: BSD-3-Clause
#include "blas/level2.hpp"
#include "blas/names.hpp"

// What only s and d have, or have under names of their own, as Fortran calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void FORTRAN(ger)(const Int* m, const Int* n, const T* alpha, const T* x, const Int* incx,
                               const T* y, const Int* incy, T* a, const Int* lda) {
  if (!ger<T>({FORTRAN_NAME(GER)}, false, *m, *n, *alpha, x, *incx, y, *incy, a, *lda))
    LEAVE(FORTRAN(ger))(m, n, alpha, x, incx, y, incy, a, lda);
}

NUMAPACK_API void FORTRAN(syr)(const char* uplo, const Int* n, const R* alpha, const T* x, const Int* incx,
                               T* a, const Int* lda) {
  if (!syr<T, R>({FORTRAN_NAME(SYR)}, *uplo, *n, *alpha, x, *incx, a, *lda))
    LEAVE(FORTRAN(syr))(uplo, n, alpha, x, incx, a, lda);
}

NUMAPACK_API void FORTRAN(syr2)(const char* uplo, const Int* n, const T* alpha, const T* x, const Int* incx,
                                const T* y, const Int* incy, T* a, const Int* lda) {
  if (!syr2<T>({FORTRAN_NAME(SYR2)}, *uplo, *n, *alpha, x, *incx, y, *incy, a, *lda))
    LEAVE(FORTRAN(syr2))(uplo, n, alpha, x, incx, y, incy, a, lda);
}
}
