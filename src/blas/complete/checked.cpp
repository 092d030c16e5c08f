// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>

#include "blas/enumerations.hpp"
#include "blas/names.hpp"

// The other level 2 of all types as C calls it. The library that is held computes; of wrong arguments it
// would tell xerbla_, where the standard tells cblas_xerbla.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void CBLAS(gbmv)(int layout, int trans, Int m, Int n, Int kl, Int ku, ScalarInC alpha,
                              const InC* a, Int lda, const InC* x, Int incx, ScalarInC beta, InC* y,
                              Int incy) {
  if (!cblas(CBLAS_NAME(gbmv), layout)
           .refuses({is_trans(trans_letter(trans)), m >= 0, n >= 0, kl >= 0, ku >= 0, any, any,
                     lda > std::int64_t{kl} + ku, any, incx != 0, any, any, incy != 0}))
    LEAVE(CBLAS(gbmv))(layout, trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void CBLAS(tbmv)(int layout, int uplo, int trans, int diag, Int n, Int k, const InC* a, Int lda,
                              InC* x, Int incx) {
  if (!cblas(CBLAS_NAME(tbmv), layout)
           .refuses({is_uplo(uplo_letter(uplo)), is_trans(trans_letter(trans)), is_diag(diag_letter(diag)),
                     n >= 0, k >= 0, any, lda > k, any, incx != 0}))
    LEAVE(CBLAS(tbmv))(layout, uplo, trans, diag, n, k, a, lda, x, incx);
}

NUMAPACK_API void CBLAS(tbsv)(int layout, int uplo, int trans, int diag, Int n, Int k, const InC* a, Int lda,
                              InC* x, Int incx) {
  if (!cblas(CBLAS_NAME(tbsv), layout)
           .refuses({is_uplo(uplo_letter(uplo)), is_trans(trans_letter(trans)), is_diag(diag_letter(diag)),
                     n >= 0, k >= 0, any, lda > k, any, incx != 0}))
    LEAVE(CBLAS(tbsv))(layout, uplo, trans, diag, n, k, a, lda, x, incx);
}

NUMAPACK_API void CBLAS(tpmv)(int layout, int uplo, int trans, int diag, Int n, const InC* ap, InC* x,
                              Int incx) {
  if (!cblas(CBLAS_NAME(tpmv), layout)
           .refuses({is_uplo(uplo_letter(uplo)), is_trans(trans_letter(trans)), is_diag(diag_letter(diag)),
                     n >= 0, any, any, incx != 0}))
    LEAVE(CBLAS(tpmv))(layout, uplo, trans, diag, n, ap, x, incx);
}

NUMAPACK_API void CBLAS(tpsv)(int layout, int uplo, int trans, int diag, Int n, const InC* ap, InC* x,
                              Int incx) {
  if (!cblas(CBLAS_NAME(tpsv), layout)
           .refuses({is_uplo(uplo_letter(uplo)), is_trans(trans_letter(trans)), is_diag(diag_letter(diag)),
                     n >= 0, any, any, incx != 0}))
    LEAVE(CBLAS(tpsv))(layout, uplo, trans, diag, n, ap, x, incx);
}
}
