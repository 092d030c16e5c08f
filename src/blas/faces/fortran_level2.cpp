// SPDX-License-Identifier: BSD-3-Clause
#include "blas/level2.hpp"
#include "blas/names.hpp"

// All types' level 2 as Fortran calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void FORTRAN(gemv)(const char* trans, const Int* m, const Int* n, const T* alpha, const T* a,
                                const Int* lda, const T* x, const Int* incx, const T* beta, T* y,
                                const Int* incy) {
  if (!gemv<T>({FORTRAN_NAME(GEMV)}, *trans, *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy))
    LEAVE(FORTRAN(gemv))(trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void FORTRAN(trmv)(const char* uplo, const char* trans, const char* diag, const Int* n,
                                const T* a, const Int* lda, T* x, const Int* incx) {
  if (!trmv<T>({FORTRAN_NAME(TRMV)}, Routine::trmv, *uplo, *trans, *diag, *n, a, *lda, x, *incx))
    LEAVE(FORTRAN(trmv))(uplo, trans, diag, n, a, lda, x, incx);
}

NUMAPACK_API void FORTRAN(trsv)(const char* uplo, const char* trans, const char* diag, const Int* n,
                                const T* a, const Int* lda, T* x, const Int* incx) {
  if (!trmv<T>({FORTRAN_NAME(TRSV)}, Routine::trsv, *uplo, *trans, *diag, *n, a, *lda, x, *incx))
    LEAVE(FORTRAN(trsv))(uplo, trans, diag, n, a, lda, x, incx);
}
}
