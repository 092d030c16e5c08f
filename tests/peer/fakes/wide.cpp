// SPDX-License-Identifier: BSD-3-Clause
#include "naive_lapack.hpp"

FAKE_EXPORT void scipy_dgemm_64_(const char* trans_a, const char* trans_b, const std::int64_t* m,
                                 const std::int64_t* n, const std::int64_t* k, const double* alpha,
                                 const double* a, const std::int64_t* lda, const double* b,
                                 const std::int64_t* ldb, const double* beta, double* c,
                                 const std::int64_t* ldc);

void scipy_dgemm_64_(const char* trans_a, const char* trans_b, const std::int64_t* m, const std::int64_t* n,
                     const std::int64_t* k, const double* alpha, const double* a, const std::int64_t* lda,
                     const double* b, const std::int64_t* ldb, const double* beta, double* c,
                     const std::int64_t* ldc) {
  naive_gemm(trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

FAKE_EXPORT const char* scipy_openblas_get_config64_();
const char* scipy_openblas_get_config64_() { return "a fake with 64-bit integers"; }

FAKE_EXPORT void scipy_dsyrk_64_(const char* uplo, const char* trans, const std::int64_t* n,
                                 const std::int64_t* k, const double* alpha, const double* a,
                                 const std::int64_t* lda, const double* beta, double* c,
                                 const std::int64_t* ldc);
void scipy_dsyrk_64_(const char* uplo, const char* trans, const std::int64_t* n, const std::int64_t* k,
                     const double* alpha, const double* a, const std::int64_t* lda, const double* beta,
                     double* c, const std::int64_t* ldc) {
  naive_syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

FAKE_EXPORT void scipy_dgetrf_64_(const std::int64_t* m, const std::int64_t* n, double* a,
                                  const std::int64_t* lda, std::int64_t* pivots, std::int64_t* info);
void scipy_dgetrf_64_(const std::int64_t* m, const std::int64_t* n, double* a, const std::int64_t* lda,
                      std::int64_t* pivots, std::int64_t* info) {
  *info = naive_getrf(*m, *n, a, *lda, pivots);
}
