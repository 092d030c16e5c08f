// SPDX-License-Identifier: BSD-3-Clause
#include "blas/level2.hpp"
#include "blas/level3.hpp"
#include "blas/names.hpp"

// What only c and z have, or have under names of their own, as Fortran calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

/// gemm: nothing is traded for fewer multiplications.
NUMAPACK_API void FORTRAN(gemm3m)(const char* transa, const char* transb, const Int* m, const Int* n,
                                  const Int* k, const T* alpha, const T* a, const Int* lda, const T* b,
                                  const Int* ldb, const T* beta, T* c, const Int* ldc) {
  if (!gemm<T>({FORTRAN_NAME(GEMM3M)}, *transa, *transb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c,
               *ldc))
    LEAVE(FORTRAN(gemm3m))(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(hemm)(const char* side, const char* uplo, const Int* m, const Int* n,
                                const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb,
                                const T* beta, T* c, const Int* ldc) {
  if (!symm<T>({FORTRAN_NAME(HEMM)}, Routine::hemm, *side, *uplo, *m, *n, *alpha, a, *lda, b, *ldb, *beta, c,
               *ldc))
    LEAVE(FORTRAN(hemm))(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(herk)(const char* uplo, const char* trans, const Int* n, const Int* k,
                                const R* alpha, const T* a, const Int* lda, const R* beta, T* c,
                                const Int* ldc) {
  if (!syrk<T, R>({FORTRAN_NAME(HERK)}, Routine::herk, *uplo, *trans, *n, *k, *alpha, a, *lda, *beta, c,
                  *ldc))
    LEAVE(FORTRAN(herk))(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(her2k)(const char* uplo, const char* trans, const Int* n, const Int* k,
                                 const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb,
                                 const R* beta, T* c, const Int* ldc) {
  if (!syr2k<T, R>({FORTRAN_NAME(HER2K)}, Routine::her2k, *uplo, *trans, *n, *k, *alpha, a, *lda, b, *ldb,
                   *beta, c, *ldc))
    LEAVE(FORTRAN(her2k))(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(geru)(const Int* m, const Int* n, const T* alpha, const T* x, const Int* incx,
                                const T* y, const Int* incy, T* a, const Int* lda) {
  if (!ger<T>({FORTRAN_NAME(GERU)}, false, *m, *n, *alpha, x, *incx, y, *incy, a, *lda))
    LEAVE(FORTRAN(geru))(m, n, alpha, x, incx, y, incy, a, lda);
}

NUMAPACK_API void FORTRAN(gerc)(const Int* m, const Int* n, const T* alpha, const T* x, const Int* incx,
                                const T* y, const Int* incy, T* a, const Int* lda) {
  if (!ger<T>({FORTRAN_NAME(GERC)}, true, *m, *n, *alpha, x, *incx, y, *incy, a, *lda))
    LEAVE(FORTRAN(gerc))(m, n, alpha, x, incx, y, incy, a, lda);
}

NUMAPACK_API void FORTRAN(hemv)(const char* uplo, const Int* n, const T* alpha, const T* a, const Int* lda,
                                const T* x, const Int* incx, const T* beta, T* y, const Int* incy) {
  if (!symv<T>({FORTRAN_NAME(HEMV)}, Routine::hemv, *uplo, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy))
    LEAVE(FORTRAN(hemv))(uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void FORTRAN(her)(const char* uplo, const Int* n, const R* alpha, const T* x, const Int* incx,
                               T* a, const Int* lda) {
  if (!syr<T, R>({FORTRAN_NAME(HER)}, *uplo, *n, *alpha, x, *incx, a, *lda))
    LEAVE(FORTRAN(her))(uplo, n, alpha, x, incx, a, lda);
}

NUMAPACK_API void FORTRAN(her2)(const char* uplo, const Int* n, const T* alpha, const T* x, const Int* incx,
                                const T* y, const Int* incy, T* a, const Int* lda) {
  if (!syr2<T>({FORTRAN_NAME(HER2)}, *uplo, *n, *alpha, x, *incx, y, *incy, a, *lda))
    LEAVE(FORTRAN(her2))(uplo, n, alpha, x, incx, y, incy, a, lda);
}
}
