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
}
