/* SPDX-License-Identifier: BSD-3-Clause */
/* Another BLAS, under the names that wheels have; its only products write what no product would. */
__attribute__((visibility("default"))) void scipy_dgemm_(const char* transa, const char* transb, const int* m,
                                                         const int* n, const int* k, const double* alpha,
                                                         const double* a, const int* lda, const double* b,
                                                         const int* ldb, const double* beta, double* c,
                                                         const int* ldc);

void scipy_dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                  const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
                  const double* beta, double* c, const int* ldc) {
  (void)transa, (void)transb, (void)m, (void)n, (void)k, (void)alpha, (void)a, (void)lda, (void)b, (void)ldb;
  (void)beta, (void)ldc;
  c[0] = 4711;
}

__attribute__((visibility("default"))) void scipy_cblas_dgemm64_(int layout, int transa, int transb, long m,
                                                                 long n, long k, double alpha,
                                                                 const double* a, long lda, const double* b,
                                                                 long ldb, double beta, double* c, long ldc);

void scipy_cblas_dgemm64_(int layout, int transa, int transb, long m, long n, long k, double alpha,
                          const double* a, long lda, const double* b, long ldb, double beta, double* c,
                          long ldc) {
  (void)layout, (void)transa, (void)transb, (void)m, (void)n, (void)k, (void)alpha, (void)a, (void)lda,
      (void)b;
  (void)ldb, (void)beta, (void)ldc;
  c[0] = 4712;
}
