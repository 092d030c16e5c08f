// SPDX-License-Identifier: BSD-3-Clause
#include "blas/enumerations.hpp"
#include "blas/level2.hpp"
#include "blas/names.hpp"

// What only s and d have, as C calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void CBLAS(ger)(int layout, Int m, Int n, T alpha, const T* x, Int incx, const T* y, Int incy,
                             T* a, Int lda) {
  if (!ger<T>(cblas(CBLAS_NAME(ger), layout), false, m, n, alpha, x, incx, y, incy, a, lda))
    LEAVE(CBLAS(ger))(layout, m, n, alpha, x, incx, y, incy, a, lda);
}

NUMAPACK_API void CBLAS(symv)(int layout, int uplo, Int n, T alpha, const T* a, Int lda, const T* x, Int incx,
                              T beta, T* y, Int incy) {
  if (!symv<T>(cblas(CBLAS_NAME(symv), layout), Routine::symv, uplo_letter(uplo), n, alpha, a, lda, x, incx,
               beta, y, incy))
    LEAVE(CBLAS(symv))(layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void CBLAS(syr)(int layout, int uplo, Int n, R alpha, const T* x, Int incx, T* a, Int lda) {
  if (!syr<T, R>(cblas(CBLAS_NAME(syr), layout), uplo_letter(uplo), n, alpha, x, incx, a, lda))
    LEAVE(CBLAS(syr))(layout, uplo, n, alpha, x, incx, a, lda);
}

NUMAPACK_API void CBLAS(syr2)(int layout, int uplo, Int n, T alpha, const T* x, Int incx, const T* y,
                              Int incy, T* a, Int lda) {
  if (!syr2<T>(cblas(CBLAS_NAME(syr2), layout), uplo_letter(uplo), n, alpha, x, incx, y, incy, a, lda))
    LEAVE(CBLAS(syr2))(layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}
}
