// SPDX-License-Identifier: BSD-3-Clause
#include "blas/level3.hpp"
#include "blas/names.hpp"

// All types' level 3 as Fortran calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void FORTRAN(gemm)(const char* transa, const char* transb, const Int* m, const Int* n,
                                const Int* k, const T* alpha, const T* a, const Int* lda, const T* b,
                                const Int* ldb, const T* beta, T* c, const Int* ldc) {
  if (!gemm<T>({FORTRAN_NAME(GEMM)}, *transa, *transb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc))
    LEAVE(FORTRAN(gemm))(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(gemmt)(const char* uplo, const char* transa, const char* transb, const Int* n,
                                 const Int* k, const T* alpha, const T* a, const Int* lda, const T* b,
                                 const Int* ldb, const T* beta, T* c, const Int* ldc) {
  if (!gemmt<T>({FORTRAN_NAME(GEMMT)}, *uplo, *transa, *transb, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c,
                *ldc))
    LEAVE(FORTRAN(gemmt))(uplo, transa, transb, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/// gemmt, as LAPACK 3.12.1 calls it.
NUMAPACK_API void FORTRAN(gemmtr)(const char* uplo, const char* transa, const char* transb, const Int* n,
                                  const Int* k, const T* alpha, const T* a, const Int* lda, const T* b,
                                  const Int* ldb, const T* beta, T* c, const Int* ldc) {
  if (!gemmt<T>({FORTRAN_NAME(GEMMTR)}, *uplo, *transa, *transb, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c,
                *ldc))
    LEAVE(FORTRAN(gemmtr))(uplo, transa, transb, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(symm)(const char* side, const char* uplo, const Int* m, const Int* n,
                                const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb,
                                const T* beta, T* c, const Int* ldc) {
  if (!symm<T>({FORTRAN_NAME(SYMM)}, Routine::symm, *side, *uplo, *m, *n, *alpha, a, *lda, b, *ldb, *beta, c,
               *ldc))
    LEAVE(FORTRAN(symm))(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(syrk)(const char* uplo, const char* trans, const Int* n, const Int* k,
                                const T* alpha, const T* a, const Int* lda, const T* beta, T* c,
                                const Int* ldc) {
  if (!syrk<T, T>({FORTRAN_NAME(SYRK)}, Routine::syrk, *uplo, *trans, *n, *k, *alpha, a, *lda, *beta, c,
                  *ldc))
    LEAVE(FORTRAN(syrk))(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(syr2k)(const char* uplo, const char* trans, const Int* n, const Int* k,
                                 const T* alpha, const T* a, const Int* lda, const T* b, const Int* ldb,
                                 const T* beta, T* c, const Int* ldc) {
  if (!syr2k<T, T>({FORTRAN_NAME(SYR2K)}, Routine::syr2k, *uplo, *trans, *n, *k, *alpha, a, *lda, b, *ldb,
                   *beta, c, *ldc))
    LEAVE(FORTRAN(syr2k))(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

NUMAPACK_API void FORTRAN(trmm)(const char* side, const char* uplo, const char* transa, const char* diag,
                                const Int* m, const Int* n, const T* alpha, const T* a, const Int* lda, T* b,
                                const Int* ldb) {
  if (!triangle<T>({FORTRAN_NAME(TRMM)}, Routine::trmm, *side, *uplo, *transa, *diag, *m, *n, *alpha, a, *lda,
                   b, *ldb))
    LEAVE(FORTRAN(trmm))(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}

NUMAPACK_API void FORTRAN(trsm)(const char* side, const char* uplo, const char* transa, const char* diag,
                                const Int* m, const Int* n, const T* alpha, const T* a, const Int* lda, T* b,
                                const Int* ldb) {
  if (!triangle<T>({FORTRAN_NAME(TRSM)}, Routine::trsm, *side, *uplo, *transa, *diag, *m, *n, *alpha, a, *lda,
                   b, *ldb))
    LEAVE(FORTRAN(trsm))(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb);
}
}
