// SPDX-License-Identifier: BSD-3-Clause
#include "blas/enumerations.hpp"
#include "blas/level2.hpp"
#include "blas/names.hpp"

// What only c and z have, as C calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

/// gemm: nothing is traded for fewer multiplications.
NUMAPACK_API void CBLAS(gemm3m)(int layout, int transa, int transb, Int m, Int n, Int k, const void* alpha,
                                const void* a, Int lda, const void* b, Int ldb, const void* beta, void* c,
                                Int ldc) {
  if (!gemm<T>(cblas(CBLAS_NAME(gemm3m), layout), trans_letter(transa), trans_letter(transb), m, n, k,
               scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(gemm3m))(layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(hemm)(int layout, int side, int uplo, Int m, Int n, const void* alpha, const void* a,
                              Int lda, const void* b, Int ldb, const void* beta, void* c, Int ldc) {
  if (!symm<T>(cblas(CBLAS_NAME(hemm), layout), Routine::hemm, side_letter(side), uplo_letter(uplo), m, n,
               scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(hemm))(layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(herk)(int layout, int uplo, int trans, Int n, Int k, R alpha, const void* a, Int lda,
                              R beta, void* c, Int ldc) {
  if (!syrk<T, R>(cblas(CBLAS_NAME(herk), layout), Routine::herk, uplo_letter(uplo), trans_letter(trans), n,
                  k, alpha, in(a), lda, beta, out(c), ldc))
    LEAVE(CBLAS(herk))(layout, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

NUMAPACK_API void CBLAS(her2k)(int layout, int uplo, int trans, Int n, Int k, const void* alpha,
                               const void* a, Int lda, const void* b, Int ldb, R beta, void* c, Int ldc) {
  if (!syr2k<T, R>(cblas(CBLAS_NAME(her2k), layout), Routine::her2k, uplo_letter(uplo), trans_letter(trans),
                   n, k, scalar(alpha), in(a), lda, in(b), ldb, beta, out(c), ldc))
    LEAVE(CBLAS(her2k))(layout, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(geru)(int layout, Int m, Int n, const void* alpha, const void* x, Int incx,
                              const void* y, Int incy, void* a, Int lda) {
  if (!ger<T>(cblas(CBLAS_NAME(geru), layout), false, m, n, scalar(alpha), in(x), incx, in(y), incy, out(a),
              lda))
    LEAVE(CBLAS(geru))(layout, m, n, alpha, x, incx, y, incy, a, lda);
}

NUMAPACK_API void CBLAS(gerc)(int layout, Int m, Int n, const void* alpha, const void* x, Int incx,
                              const void* y, Int incy, void* a, Int lda) {
  if (!ger<T>(cblas(CBLAS_NAME(gerc), layout), true, m, n, scalar(alpha), in(x), incx, in(y), incy, out(a),
              lda))
    LEAVE(CBLAS(gerc))(layout, m, n, alpha, x, incx, y, incy, a, lda);
}

NUMAPACK_API void CBLAS(hemv)(int layout, int uplo, Int n, const void* alpha, const void* a, Int lda,
                              const void* x, Int incx, const void* beta, void* y, Int incy) {
  if (!symv<T>(cblas(CBLAS_NAME(hemv), layout), Routine::hemv, uplo_letter(uplo), n, scalar(alpha), in(a),
               lda, in(x), incx, scalar(beta), out(y), incy))
    LEAVE(CBLAS(hemv))(layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

NUMAPACK_API void CBLAS(her)(int layout, int uplo, Int n, R alpha, const void* x, Int incx, void* a,
                             Int lda) {
  if (!syr<T, R>(cblas(CBLAS_NAME(her), layout), uplo_letter(uplo), n, alpha, in(x), incx, out(a), lda))
    LEAVE(CBLAS(her))(layout, uplo, n, alpha, x, incx, a, lda);
}

NUMAPACK_API void CBLAS(her2)(int layout, int uplo, Int n, const void* alpha, const void* x, Int incx,
                              const void* y, Int incy, void* a, Int lda) {
  if (!syr2<T>(cblas(CBLAS_NAME(her2), layout), uplo_letter(uplo), n, scalar(alpha), in(x), incx, in(y), incy,
               out(a), lda))
    LEAVE(CBLAS(her2))(layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}
}
