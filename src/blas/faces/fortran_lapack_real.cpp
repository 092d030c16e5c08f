// SPDX-License-Identifier: BSD-3-Clause
#include "blas/lapack.hpp"
#include "blas/names.hpp"

// LAPACK's names that only s and d have, as Fortran calls them.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

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
