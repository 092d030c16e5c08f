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
}
