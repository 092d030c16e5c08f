/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NUMAPACK_LAPACK_H
#define NUMAPACK_LAPACK_H

/* Factorisations, and what is solved and inverted with them. Part of numapack.h. */

#include "numapack/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* LAPACK's getrf, getrs and gesv: A = P L U in place of A (m x n) with partial pivoting; op(A) X = B from the
 * factors, in place of B (n x nrhs); both at once. trans: 'N', 'T' or 'C'. ipiv: min(m, n) rows counted
 * from 1. Where info is not null it gets LAPACK's: 0; i > 0 if pivot i is exactly zero (getrf has finished,
 * gesv has not touched B; the status is NUMAPACK_OK); -i if argument i, not counting the layout, is wrong.
 * Row-major: lda >= n, ldb >= nrhs. Nothing but info is written unless NUMAPACK_OK is returned. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_sgetrf(numapack_layout layout, int64_t m, int64_t n, float* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetrf(numapack_layout layout, int64_t m, int64_t n, double* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_sgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const float* a, int64_t lda, const int64_t* ipiv, float* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const double* a, int64_t lda, const int64_t* ipiv, double* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, const int64_t* ipiv, void* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetrs(numapack_layout layout, char trans, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, const int64_t* ipiv, void* b,
                                             int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_sgesv(numapack_layout layout, int64_t n, int64_t nrhs, float* a,
                                            int64_t lda, int64_t* ipiv, float* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_dgesv(numapack_layout layout, int64_t n, int64_t nrhs, double* a,
                                            int64_t lda, int64_t* ipiv, double* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_cgesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a,
                                            int64_t lda, int64_t* ipiv, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zgesv(numapack_layout layout, int64_t n, int64_t nrhs, void* a,
                                            int64_t lda, int64_t* ipiv, void* b, int64_t ldb, int64_t* info);

/* LAPACK's Cholesky factorisation and inverses. potrf: A = L L^H (uplo 'L') or U^H U ('U') in place of the
 * Hermitian (real: symmetric) A, n x n; potrs: A X = B from that, in place of B (n x nrhs); posv: both;
 * potri: the inverse of A from that; trtri: the inverse of a triangle (diag 'N', or 'U' for ones on the
 * diagonal, which is not read); lauum: L^H L or U U^H in place of a triangle; getri: the inverse of A from
 * getrf's factors. The triangle that uplo does not name is neither read nor written. Imaginary parts of a
 * Hermitian diagonal are not read, and zero in results. Where info is not null it gets LAPACK's: 0; i > 0,
 * with the status NUMAPACK_OK, if the leading minor of order i is not positive definite (potrf, posv, which
 * leaves B alone) or element i of the diagonal is zero (potri, trtri, getri; nothing was written); -i if
 * argument i, not counting the layout, is wrong (nothing was written). Row-major: ldb >= nrhs. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_spotrf(numapack_layout layout, char uplo, int64_t n, float* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dpotrf(numapack_layout layout, char uplo, int64_t n, double* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_cpotrf(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotrf(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_spotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const float* a, int64_t lda, float* b, int64_t ldb,
                                             int64_t* info);
NUMAPACK_API numapack_status numapack_dpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const double* a, int64_t lda, double* b, int64_t ldb,
                                             int64_t* info);
NUMAPACK_API numapack_status numapack_cpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotrs(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                             const void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_sposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            float* a, int64_t lda, float* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_dposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            double* a, int64_t lda, double* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_cposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_zposv(numapack_layout layout, char uplo, int64_t n, int64_t nrhs,
                                            void* a, int64_t lda, void* b, int64_t ldb, int64_t* info);
NUMAPACK_API numapack_status numapack_spotri(numapack_layout layout, char uplo, int64_t n, float* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dpotri(numapack_layout layout, char uplo, int64_t n, double* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_cpotri(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_zpotri(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_strtri(numapack_layout layout, char uplo, char diag, int64_t n,
                                             float* a, int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dtrtri(numapack_layout layout, char uplo, char diag, int64_t n,
                                             double* a, int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_ctrtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_ztrtri(numapack_layout layout, char uplo, char diag, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_slauum(numapack_layout layout, char uplo, int64_t n, float* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_dlauum(numapack_layout layout, char uplo, int64_t n, double* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_clauum(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_zlauum(numapack_layout layout, char uplo, int64_t n, void* a,
                                             int64_t lda, int64_t* info);
NUMAPACK_API numapack_status numapack_sgetri(numapack_layout layout, int64_t n, float* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_dgetri(numapack_layout layout, int64_t n, double* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_cgetri(numapack_layout layout, int64_t n, void* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
NUMAPACK_API numapack_status numapack_zgetri(numapack_layout layout, int64_t n, void* a, int64_t lda,
                                             const int64_t* ipiv, int64_t* info);
/* LAPACK's geqrf: A = Q R in place of A (m x n), R on and above the diagonal, the min(m, n) reflectors below,
 * their factors in tau. ormqr (unmqr for c and z): op(Q) C (side 'L') or C op(Q) ('R') in place of C (m x n)
 * with the Q of the first k of them; trans: 'N', 'C', for s and d also 'T'. orgqr (ungqr): the first n
 * columns of that Q in place of A (m x n, k <= n <= m). gels: op(A) X = B for A (m x n) of full rank, least
 * squares or the solution of least norm, in place of B (max(m, n) x nrhs); A becomes its factors. info as for
 * getrf; gels: i > 0 if diagonal element i of the triangle is exactly zero (B is not touched; the status is
 * NUMAPACK_OK). Row-major: the least leading dimensions are those of rows, and a copy of each matrix is made.
 * Unless NUMAPACK_OK is returned, only info is written, with one exception: if memory for packing runs out
 * during the call (NUMAPACK_OUT_OF_MEMORY), the outputs are undefined. Thread-safe.
 */
NUMAPACK_API numapack_status numapack_sgeqrf(numapack_layout layout, int64_t m, int64_t n, float* a,
                                             int64_t lda, float* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_dgeqrf(numapack_layout layout, int64_t m, int64_t n, double* a,
                                             int64_t lda, double* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_cgeqrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_zgeqrf(numapack_layout layout, int64_t m, int64_t n, void* a,
                                             int64_t lda, void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_sormqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const float* a, int64_t lda,
                                             const float* tau, float* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_dormqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const double* a, int64_t lda,
                                             const double* tau, double* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_cunmqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const void* a, int64_t lda,
                                             const void* tau, void* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_zunmqr(numapack_layout layout, char side, char trans, int64_t m,
                                             int64_t n, int64_t k, const void* a, int64_t lda,
                                             const void* tau, void* c, int64_t ldc, int64_t* info);
NUMAPACK_API numapack_status numapack_sorgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k,
                                             float* a, int64_t lda, const float* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_dorgqr(numapack_layout layout, int64_t m, int64_t n, int64_t k,
                                             double* a, int64_t lda, const double* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_cungqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a,
                                             int64_t lda, const void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_zungqr(numapack_layout layout, int64_t m, int64_t n, int64_t k, void* a,
                                             int64_t lda, const void* tau, int64_t* info);
NUMAPACK_API numapack_status numapack_sgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, float* a, int64_t lda, float* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_dgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, double* a, int64_t lda, double* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_cgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, void* a, int64_t lda, void* b, int64_t ldb,
                                            int64_t* info);
NUMAPACK_API numapack_status numapack_zgels(numapack_layout layout, char trans, int64_t m, int64_t n,
                                            int64_t nrhs, void* a, int64_t lda, void* b, int64_t ldb,
                                            int64_t* info);

#ifdef __cplusplus
}
#endif

#endif
