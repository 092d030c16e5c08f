#ifndef NUMAPACK_H
#define NUMAPACK_H

#include <stdint.h>

#include "numapack/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values as in CBLAS. */
typedef enum { NUMAPACK_ROW_MAJOR = 101, NUMAPACK_COLUMN_MAJOR = 102 } numapack_layout;

/* What a call returns; the message says which argument, its value and what is allowed. */
typedef enum {
  NUMAPACK_OK = 0,
  NUMAPACK_INVALID_ARGUMENT = 1,
  NUMAPACK_OUT_OF_MEMORY = 2,
  NUMAPACK_NOT_SUPPORTED = 3,
  NUMAPACK_SYSTEM = 4
} numapack_status;

/* C = alpha op(A) op(B) + beta C; op(A) is m x k, op(B) is k x n, C is m x n; leading dimensions in elements.
 * trans: 'N' as it is, 'T' transposed, 'C' conjugated and transposed, 'R' conjugated; either case.
 * beta == 0 does not read C. Nothing is written unless NUMAPACK_OK is returned. Thread-safe.
 * Complex scalars and matrices are pairs of reals (C99 complex, std::complex), passed by address as in CBLAS.
 */
NUMAPACK_API numapack_status numapack_sgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
                                            const float* b, int64_t ldb, float beta, float* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_dgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
                                            const double* b, int64_t ldb, double beta, double* c,
                                            int64_t ldc);
NUMAPACK_API numapack_status numapack_cgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, const void* alpha, const void* a,
                                            int64_t lda, const void* b, int64_t ldb, const void* beta,
                                            void* c, int64_t ldc);
NUMAPACK_API numapack_status numapack_zgemm(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                            int64_t n, int64_t k, const void* alpha, const void* a,
                                            int64_t lda, const void* b, int64_t ldb, const void* beta,
                                            void* c, int64_t ldc);

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

/* Why the calling thread's last call failed: one line, valid until its next call; "" if it did not. */
NUMAPACK_API const char* numapack_error_message(void);

/* Gives idle packing buffers back to the system. */
NUMAPACK_API void numapack_release_workspace(void);

/* "0.1.0" */
NUMAPACK_API const char* numapack_version(void);

#ifdef __cplusplus
}
#endif

#endif
