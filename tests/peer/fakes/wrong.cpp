// SPDX-License-Identifier: BSD-3-Clause
#include "naive.hpp"

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
  c[*ldc * (*n - 1)] += 1;  // of the half that is to stay, where uplo is L
}
