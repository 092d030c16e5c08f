// SPDX-License-Identifier: BSD-3-Clause
#include "blas/lapack.hpp"
#include "blas/names.hpp"

// All types' LAPACK as Fortran calls it.
using namespace numapack::standard;  // NOLINT(google-build-using-namespace)

extern "C" {

NUMAPACK_API void FORTRAN(getrf)(const Int* m, const Int* n, T* a, const Int* lda, Int* ipiv, Int* info) {
  if (!getrf({FORTRAN_NAME(GETRF)}, *m, *n, a, *lda, ipiv, *info))
    LEAVE(FORTRAN(getrf))(m, n, a, lda, ipiv, info);
}

NUMAPACK_API void FORTRAN(getrs)(const char* trans, const Int* n, const Int* nrhs, const T* a, const Int* lda,
                                 const Int* ipiv, T* b, const Int* ldb, Int* info) {
  if (!getrs({FORTRAN_NAME(GETRS)}, *trans, *n, *nrhs, a, *lda, ipiv, b, *ldb, *info))
    LEAVE(FORTRAN(getrs))(trans, n, nrhs, a, lda, ipiv, b, ldb, info);
}

NUMAPACK_API void FORTRAN(gesv)(const Int* n, const Int* nrhs, T* a, const Int* lda, Int* ipiv, T* b,
                                const Int* ldb, Int* info) {
  if (!gesv({FORTRAN_NAME(GESV)}, *n, *nrhs, a, *lda, ipiv, b, *ldb, *info))
    LEAVE(FORTRAN(gesv))(n, nrhs, a, lda, ipiv, b, ldb, info);
}

NUMAPACK_API void FORTRAN(getri)(const Int* n, T* a, const Int* lda, const Int* ipiv, T* work,
                                 const Int* lwork, Int* info) {
  if (!getri({FORTRAN_NAME(GETRI)}, *n, a, *lda, ipiv, work, *lwork, *info))
    LEAVE(FORTRAN(getri))(n, a, lda, ipiv, work, lwork, info);
}

NUMAPACK_API void FORTRAN(potrf)(const char* uplo, const Int* n, T* a, const Int* lda, Int* info) {
  if (!potrf({FORTRAN_NAME(POTRF)}, *uplo, *n, a, *lda, *info)) LEAVE(FORTRAN(potrf))(uplo, n, a, lda, info);
}

NUMAPACK_API void FORTRAN(potrs)(const char* uplo, const Int* n, const Int* nrhs, const T* a, const Int* lda,
                                 T* b, const Int* ldb, Int* info) {
  if (!potrs({FORTRAN_NAME(POTRS)}, *uplo, *n, *nrhs, a, *lda, b, *ldb, *info))
    LEAVE(FORTRAN(potrs))(uplo, n, nrhs, a, lda, b, ldb, info);
}

NUMAPACK_API void FORTRAN(posv)(const char* uplo, const Int* n, const Int* nrhs, T* a, const Int* lda, T* b,
                                const Int* ldb, Int* info) {
  if (!posv({FORTRAN_NAME(POSV)}, *uplo, *n, *nrhs, a, *lda, b, *ldb, *info))
    LEAVE(FORTRAN(posv))(uplo, n, nrhs, a, lda, b, ldb, info);
}

NUMAPACK_API void FORTRAN(potri)(const char* uplo, const Int* n, T* a, const Int* lda, Int* info) {
  if (!potri({FORTRAN_NAME(POTRI)}, *uplo, *n, a, *lda, *info)) LEAVE(FORTRAN(potri))(uplo, n, a, lda, info);
}

NUMAPACK_API void FORTRAN(trtri)(const char* uplo, const char* diag, const Int* n, T* a, const Int* lda,
                                 Int* info) {
  if (!trtri({FORTRAN_NAME(TRTRI)}, *uplo, *diag, *n, a, *lda, *info))
    LEAVE(FORTRAN(trtri))(uplo, diag, n, a, lda, info);
}

NUMAPACK_API void FORTRAN(lauum)(const char* uplo, const Int* n, T* a, const Int* lda, Int* info) {
  if (!lauum({FORTRAN_NAME(LAUUM)}, *uplo, *n, a, *lda, *info)) LEAVE(FORTRAN(lauum))(uplo, n, a, lda, info);
}

NUMAPACK_API void FORTRAN(geqrf)(const Int* m, const Int* n, T* a, const Int* lda, T* tau, T* work,
                                 const Int* lwork, Int* info) {
  if (!geqrf({FORTRAN_NAME(GEQRF)}, *m, *n, a, *lda, tau, work, *lwork, *info))
    LEAVE(FORTRAN(geqrf))(m, n, a, lda, tau, work, lwork, info);
}

NUMAPACK_API void FORTRAN(gels)(const char* trans, const Int* m, const Int* n, const Int* nrhs, T* a,
                                const Int* lda, T* b, const Int* ldb, T* work, const Int* lwork, Int* info) {
  if (!gels({FORTRAN_NAME(GELS)}, *trans, *m, *n, *nrhs, a, *lda, b, *ldb, work, *lwork, *info))
    LEAVE(FORTRAN(gels))(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info);
}
}
