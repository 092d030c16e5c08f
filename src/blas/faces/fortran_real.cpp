// SPDX-License-Identifier: BSD-3-Clause
#include "blas/lapack.hpp"
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

NUMAPACK_API void FORTRAN(ormqr)(const char* side, const char* trans, const Int* m, const Int* n,
                                 const Int* k, const T* a, const Int* lda, const T* tau, T* c, const Int* ldc,
                                 T* work, const Int* lwork, Int* info) {
  if (!ormqr<T>({FORTRAN_NAME(ORMQR)}, *side, *trans, *m, *n, *k, a, *lda, tau, c, *ldc, work, *lwork, *info))
    LEAVE(FORTRAN(ormqr))(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info);
}

NUMAPACK_API void FORTRAN(orgqr)(const Int* m, const Int* n, const Int* k, T* a, const Int* lda, const T* tau,
                                 T* work, const Int* lwork, Int* info) {
  if (!orgqr<T>({FORTRAN_NAME(ORGQR)}, *m, *n, *k, a, *lda, tau, work, *lwork, *info))
    LEAVE(FORTRAN(orgqr))(m, n, k, a, lda, tau, work, lwork, info);
}
}
