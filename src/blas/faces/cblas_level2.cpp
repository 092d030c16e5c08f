// SPDX-License-Identifier: BSD-3-Clause
#include "blas/enumerations.hpp"
#include "blas/level2.hpp"
#include "blas/names.hpp"

// All types' level 2 as C calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void CBLAS(gemv)(int layout, int trans, Int m, Int n, ScalarInC alpha, const InC* a, Int lda,
                              const InC* x, Int incx, ScalarInC beta, InC* y, Int incy) {
  if (!gemv<T>(cblas(CBLAS_NAME(gemv), layout), trans_letter(trans), m, n, scalar(alpha),
               static_cast<const T*>(a), lda, static_cast<const T*>(x), incx, scalar(beta),
               static_cast<T*>(y), incy))
    LEAVE(CBLAS(gemv))(layout, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void CBLAS(trmv)(int layout, int uplo, int trans, int diag, Int n, const InC* a, Int lda, InC* x,
                              Int incx) {
  if (!trmv<T>(cblas(CBLAS_NAME(trmv), layout), Routine::trmv, uplo_letter(uplo), trans_letter(trans),
               diag_letter(diag), n, static_cast<const T*>(a), lda, static_cast<T*>(x), incx))
    LEAVE(CBLAS(trmv))(layout, uplo, trans, diag, n, a, lda, x, incx);
}

NUMAPACK_API void CBLAS(trsv)(int layout, int uplo, int trans, int diag, Int n, const InC* a, Int lda, InC* x,
                              Int incx) {
  if (!trmv<T>(cblas(CBLAS_NAME(trsv), layout), Routine::trsv, uplo_letter(uplo), trans_letter(trans),
               diag_letter(diag), n, static_cast<const T*>(a), lda, static_cast<T*>(x), incx))
    LEAVE(CBLAS(trsv))(layout, uplo, trans, diag, n, a, lda, x, incx);
}
}
