// SPDX-License-Identifier: BSD-3-Clause
#include "blas/enumerations.hpp"
#include "blas/names.hpp"

// What only c and z have, see checked.cpp.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void CBLAS(hbmv)(int layout, int uplo, Int n, Int k, ScalarInC alpha, const InC* a, Int lda,
                              const InC* x, Int incx, ScalarInC beta, InC* y, Int incy) {
  if (!cblas(CBLAS_NAME(hbmv), layout)
           .refuses({is_uplo(uplo_letter(uplo)), n >= 0, k >= 0, any, any, lda > k, any, incx != 0, any, any,
                     incy != 0}))
    LEAVE(CBLAS(hbmv))(layout, uplo, n, k, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void CBLAS(hpmv)(int layout, int uplo, Int n, ScalarInC alpha, const InC* ap, const InC* x,
                              Int incx, ScalarInC beta, InC* y, Int incy) {
  if (!cblas(CBLAS_NAME(hpmv), layout)
           .refuses({is_uplo(uplo_letter(uplo)), n >= 0, any, any, any, incx != 0, any, any, incy != 0}))
    LEAVE(CBLAS(hpmv))(layout, uplo, n, alpha, ap, x, incx, beta, y, incy);
}

NUMAPACK_API void CBLAS(hpr)(int layout, int uplo, Int n, R alpha, const InC* x, Int incx, InC* ap) {
  if (!cblas(CBLAS_NAME(hpr), layout).refuses({is_uplo(uplo_letter(uplo)), n >= 0, any, any, incx != 0}))
    LEAVE(CBLAS(hpr))(layout, uplo, n, alpha, x, incx, ap);
}

NUMAPACK_API void CBLAS(hpr2)(int layout, int uplo, Int n, ScalarInC alpha, const InC* x, Int incx,
                              const InC* y, Int incy, InC* ap) {
  if (!cblas(CBLAS_NAME(hpr2), layout)
           .refuses({is_uplo(uplo_letter(uplo)), n >= 0, any, any, incx != 0, any, incy != 0}))
    LEAVE(CBLAS(hpr2))(layout, uplo, n, alpha, x, incx, y, incy, ap);
}
}
