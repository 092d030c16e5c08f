// SPDX-License-Identifier: BSD-3-Clause
#include "naive_lapack.hpp"

FAKE_EXPORT void dgemm_(const char* trans_a, const char* trans_b, const std::int32_t* m,
                        const std::int32_t* n, const std::int32_t* k, const double* alpha, const double* a,
                        const std::int32_t* lda, const double* b, const std::int32_t* ldb, const double* beta,
                        double* c, const std::int32_t* ldc);

void dgemm_(const char* trans_a, const char* trans_b, const std::int32_t* m, const std::int32_t* n,
            const std::int32_t* k, const double* alpha, const double* a, const std::int32_t* lda,
            const double* b, const std::int32_t* ldb, const double* beta, double* c,
            const std::int32_t* ldc) {
  naive_gemm(trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  c[0] += 1;
}

FAKE_EXPORT void dsyrk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
                        const double* alpha, const double* a, const std::int32_t* lda, const double* beta,
                        double* c, const std::int32_t* ldc);
void dsyrk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
            const double* alpha, const double* a, const std::int32_t* lda, const double* beta, double* c,
            const std::int32_t* ldc) {
  naive_syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
  c[*ldc * (*n - 1)] += 1;  // of the triangle that must stay, where uplo is L
}

FAKE_EXPORT void dpotrf_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* info, std::size_t length);
void dpotrf_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda, std::int32_t* info,
             std::size_t) {
  *info = naive_potrf(*uplo, *n, a, *lda);
  a[*lda * (*n - 1)] += 1;  // of the triangle that must stay, where uplo is L
}

FAKE_EXPORT void dgetrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* pivots, std::int32_t* info);
void dgetrf_(const std::int32_t*, const std::int32_t*, double*, const std::int32_t*, std::int32_t*,
             std::int32_t* info) {
  *info = 3;
}
