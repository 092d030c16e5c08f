// SPDX-License-Identifier: BSD-3-Clause
#include "blas/enumerations.hpp"
#include "blas/level3.hpp"
#include "blas/names.hpp"

// All types' level 3 as C calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void CBLAS(gemm)(int layout, int transa, int transb, Int m, Int n, Int k, ScalarInC alpha,
                              const InC* a, Int lda, const InC* b, Int ldb, ScalarInC beta, InC* c, Int ldc) {
  if (!gemm<T>(cblas(CBLAS_NAME(gemm), layout), trans_letter(transa), trans_letter(transb), m, n, k,
               scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(gemm))(layout, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(gemmt)(int layout, int uplo, int transa, int transb, Int n, Int k, ScalarInC alpha,
                               const InC* a, Int lda, const InC* b, Int ldb, ScalarInC beta, InC* c,
                               Int ldc) {
  if (!gemmt<T>(cblas(CBLAS_NAME(gemmt), layout), uplo_letter(uplo), trans_letter(transa),
                trans_letter(transb), n, k, scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(gemmt))(layout, uplo, transa, transb, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// gemmt, as CBLAS 3.12.1 calls it.
NUMAPACK_API void CBLAS(gemmtr)(int layout, int uplo, int transa, int transb, Int n, Int k, ScalarInC alpha,
                                const InC* a, Int lda, const InC* b, Int ldb, ScalarInC beta, InC* c,
                                Int ldc) {
  if (!gemmt<T>(cblas(CBLAS_NAME(gemmtr), layout), uplo_letter(uplo), trans_letter(transa),
                trans_letter(transb), n, k, scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(gemmtr))(layout, uplo, transa, transb, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(symm)(int layout, int side, int uplo, Int m, Int n, ScalarInC alpha, const InC* a,
                              Int lda, const InC* b, Int ldb, ScalarInC beta, InC* c, Int ldc) {
  if (!symm<T>(cblas(CBLAS_NAME(symm), layout), Routine::symm, side_letter(side), uplo_letter(uplo), m, n,
               scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(symm))(layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(syrk)(int layout, int uplo, int trans, Int n, Int k, ScalarInC alpha, const InC* a,
                              Int lda, ScalarInC beta, InC* c, Int ldc) {
  if (!syrk<T, T>(cblas(CBLAS_NAME(syrk), layout), Routine::syrk, uplo_letter(uplo), trans_letter(trans), n,
                  k, scalar(alpha), in(a), lda, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(syrk))(layout, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

NUMAPACK_API void CBLAS(syr2k)(int layout, int uplo, int trans, Int n, Int k, ScalarInC alpha, const InC* a,
                               Int lda, const InC* b, Int ldb, ScalarInC beta, InC* c, Int ldc) {
  if (!syr2k<T, T>(cblas(CBLAS_NAME(syr2k), layout), Routine::syr2k, uplo_letter(uplo), trans_letter(trans),
                   n, k, scalar(alpha), in(a), lda, in(b), ldb, scalar(beta), out(c), ldc))
    LEAVE(CBLAS(syr2k))(layout, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void CBLAS(trmm)(int layout, int side, int uplo, int transa, int diag, Int m, Int n,
                              ScalarInC alpha, const InC* a, Int lda, InC* b, Int ldb) {
  if (!triangle<T>(cblas(CBLAS_NAME(trmm), layout), Routine::trmm, side_letter(side), uplo_letter(uplo),
                   trans_letter(transa), diag_letter(diag), m, n, scalar(alpha), in(a), lda, out(b), ldb))
    LEAVE(CBLAS(trmm))(layout, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}

NUMAPACK_API void CBLAS(trsm)(int layout, int side, int uplo, int transa, int diag, Int m, Int n,
                              ScalarInC alpha, const InC* a, Int lda, InC* b, Int ldb) {
  if (!triangle<T>(cblas(CBLAS_NAME(trsm), layout), Routine::trsm, side_letter(side), uplo_letter(uplo),
                   trans_letter(transa), diag_letter(diag), m, n, scalar(alpha), in(a), lda, out(b), ldb))
    LEAVE(CBLAS(trsm))(layout, side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}
}
