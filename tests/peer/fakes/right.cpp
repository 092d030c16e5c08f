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
}

FAKE_EXPORT void dsyrk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
                        const double* alpha, const double* a, const std::int32_t* lda, const double* beta,
                        double* c, const std::int32_t* ldc);
void dsyrk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
            const double* alpha, const double* a, const std::int32_t* lda, const double* beta, double* c,
            const std::int32_t* ldc) {
  naive_syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

FAKE_EXPORT void dsymm_(const char* side, const char* uplo, const std::int32_t* m, const std::int32_t* n,
                        const double* alpha, const double* a, const std::int32_t* lda, const double* b,
                        const std::int32_t* ldb, const double* beta, double* c, const std::int32_t* ldc);
void dsymm_(const char* side, const char* uplo, const std::int32_t* m, const std::int32_t* n,
            const double* alpha, const double* a, const std::int32_t* lda, const double* b,
            const std::int32_t* ldb, const double* beta, double* c, const std::int32_t* ldc) {
  const auto everywhere = [](auto, auto) { return true; };
  const auto of_a = [&](auto i, auto j) {
    return in_triangle(*uplo)(i, j) ? a[i + j * *lda] : a[j + i * *lda];
  };
  const auto of_b = [&](auto i, auto j) { return b[i + j * *ldb]; };
  if (*side == 'L')
    naive_product(*m, *n, *m, *alpha, of_a, of_b, *beta, c, *ldc, everywhere);
  else
    naive_product(*m, *n, *n, *alpha, of_b, of_a, *beta, c, *ldc, everywhere);
}

FAKE_EXPORT void dgemmt_(const char* uplo, const char* trans_a, const char* trans_b, const std::int32_t* n,
                         const std::int32_t* k, const double* alpha, const double* a, const std::int32_t* lda,
                         const double* b, const std::int32_t* ldb, const double* beta, double* c,
                         const std::int32_t* ldc);
void dgemmt_(const char* uplo, const char* trans_a, const char* trans_b, const std::int32_t* n,
             const std::int32_t* k, const double* alpha, const double* a, const std::int32_t* lda,
             const double* b, const std::int32_t* ldb, const double* beta, double* c,
             const std::int32_t* ldc) {
  const auto of_a = [&](auto i, auto p) { return *trans_a == 'N' ? a[i + p * *lda] : a[p + i * *lda]; };
  const auto of_b = [&](auto p, auto j) { return *trans_b == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]; };
  naive_product(*n, *n, *k, *alpha, of_a, of_b, *beta, c, *ldc, in_triangle(*uplo));
}

FAKE_EXPORT void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag,
                        const std::int32_t* m, const std::int32_t* n, const double* alpha, const double* a,
                        const std::int32_t* lda, double* b, const std::int32_t* ldb);
void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag, const std::int32_t* m,
            const std::int32_t* n, const double* alpha, const double* a, const std::int32_t* lda, double* b,
            const std::int32_t* ldb) {
  naive_trsm(*side, *uplo, *trans, *diag, *m, *n, *alpha, a, *lda, b, *ldb);
}

/// Real alpha and beta.
FAKE_EXPORT void zherk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
                        const double* alpha, const std::complex<double>* a, const std::int32_t* lda,
                        const double* beta, std::complex<double>* c, const std::int32_t* ldc);
void zherk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
            const double* alpha, const std::complex<double>* a, const std::int32_t* lda, const double* beta,
            std::complex<double>* c, const std::int32_t* ldc) {
  using Complex = std::complex<double>;
  const auto of = [&](auto i, auto p) {
    return *trans == 'N' ? a[i + p * *lda] : std::conj(a[p + i * *lda]);
  };
  const auto mirrored = [&](auto p, auto j) { return std::conj(of(j, p)); };
  for (std::int32_t i = 0; i < *n; ++i) c[i * (*ldc + 1)] = c[i * (*ldc + 1)].real();
  naive_product(*n, *n, *k, Complex(*alpha), of, mirrored, Complex(*beta), c, *ldc, in_triangle(*uplo));
}

namespace {
double left_behind = 0;
}

/// 99 where it is given what it left the last time.
FAKE_EXPORT void dpotrf_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* info, std::size_t length);
void dpotrf_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda, std::int32_t* info,
             std::size_t length) {
  *info = length != 1 ? -1 : *a == left_behind ? 99 : naive_potrf(*uplo, *n, a, *lda);
  left_behind = *a;
}

FAKE_EXPORT void dgetrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* pivots, std::int32_t* info);
void dgetrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
             std::int32_t* pivots, std::int32_t* info) {
  *info = naive_getrf(*m, *n, a, *lda, pivots);
}

/// Wants n elements of workspace, and uses them.
FAKE_EXPORT void dgeqrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
                         double* tau, double* work, const std::int32_t* lwork, std::int32_t* info);
void dgeqrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda, double* tau,
             double* work, const std::int32_t* lwork, std::int32_t* info) {
  *info = *lwork == -1 || *lwork >= *n ? 0 : -7;
  *work = *n;
  if (*info != 0 || *lwork == -1) return;
  for (std::int32_t i = 0; i < *lwork; ++i) work[i] = i;
  naive_geqrf(*m, *n, a, *lda, tau);
}
