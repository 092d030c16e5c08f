/* numapack with BLAS's and LAPACK's Fortran names, so that `numapack gemm --peer` takes one build of it for a
 * library like any other (scripts/compare-builds.sh). Integers are of 64 bits: the names end in 64_. */
#include "numapack/numapack.h"

#define FACE __attribute__((visibility("default")))

typedef const int64_t* size;

FACE void sgemm_64_(const char* ta, const char* tb, size m, size n, size k, const float* alpha,
                    const float* a, size lda, const float* b, size ldb, const float* beta, float* c,
                    size ldc) {
  numapack_sgemm(NUMAPACK_COLUMN_MAJOR, *ta, *tb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc);
}
FACE void dgemm_64_(const char* ta, const char* tb, size m, size n, size k, const double* alpha,
                    const double* a, size lda, const double* b, size ldb, const double* beta, double* c,
                    size ldc) {
  numapack_dgemm(NUMAPACK_COLUMN_MAJOR, *ta, *tb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc);
}
FACE void cgemm_64_(const char* ta, const char* tb, size m, size n, size k, const void* alpha, const void* a,
                    size lda, const void* b, size ldb, const void* beta, void* c, size ldc) {
  numapack_cgemm(NUMAPACK_COLUMN_MAJOR, *ta, *tb, *m, *n, *k, alpha, a, *lda, b, *ldb, beta, c, *ldc);
}
FACE void zgemm_64_(const char* ta, const char* tb, size m, size n, size k, const void* alpha, const void* a,
                    size lda, const void* b, size ldb, const void* beta, void* c, size ldc) {
  numapack_zgemm(NUMAPACK_COLUMN_MAJOR, *ta, *tb, *m, *n, *k, alpha, a, *lda, b, *ldb, beta, c, *ldc);
}
FACE void dgetrf_64_(size m, size n, double* a, size lda, int64_t* ipiv, int64_t* info) {
  numapack_dgetrf(NUMAPACK_COLUMN_MAJOR, *m, *n, a, *lda, ipiv, info);
}
FACE void dgetrs_64_(const char* trans, size n, size nrhs, const double* a, size lda, const int64_t* ipiv,
                     double* b, size ldb, int64_t* info) {
  numapack_dgetrs(NUMAPACK_COLUMN_MAJOR, *trans, *n, *nrhs, a, *lda, ipiv, b, *ldb, info);
}
