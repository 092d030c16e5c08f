// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <limits>
#include <vector>

#include "faulty.hpp"
#include "peer/fakes/naive_lapack.hpp"

// Those of the faulty library's routines that are of one type only; to be included once.

/// As an error handler should, and not.
inline void answer_wrong_argument(double* written) {
  if (has_fault("arguments-exit")) {
    std::puts("a wrong argument");
    std::exit(0);
  }
  if (has_fault("arguments-abort")) std::abort();
  if (has_fault("arguments-write")) *written = 7;
}

inline double nan_if(bool wanted) { return wanted ? std::numeric_limits<double>::quiet_NaN() : 0; }

FAKE_EXPORT void dsymm_(const char* side, const char* uplo, const std::int32_t* m, const std::int32_t* n,
                        const double* alpha, const double* a, const std::int32_t* lda, const double* b,
                        const std::int32_t* ldb, const double* beta, double* c, const std::int32_t* ldc);
void dsymm_(const char* side, const char* uplo, const std::int32_t* m, const std::int32_t* n,
            const double* alpha, const double* a, const std::int32_t* lda, const double* b,
            const std::int32_t* ldb, const double* beta, double* c, const std::int32_t* ldc) {
  const bool both = has_fault("triangles");
  const auto everywhere = [](auto, auto) { return true; };
  const auto of_a = [&](auto i, auto j) {
    return both || in_half(*uplo)(i, j) ? a[i + j * *lda] : a[j + i * *lda];
  };
  const auto of_b = [&](auto i, auto j) { return b[i + j * *ldb]; };
  if (*side == 'L')
    naive_product(*m, *n, *m, *alpha, of_a, of_b, *beta, c, *ldc, everywhere);
  else
    naive_product(*m, *n, *n, *alpha, of_b, of_a, *beta, c, *ldc, everywhere);
}

FAKE_EXPORT void dsyrk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
                        const double* alpha, const double* a, const std::int32_t* lda, const double* beta,
                        double* c, const std::int32_t* ldc);
void dsyrk_(const char* uplo, const char* trans, const std::int32_t* n, const std::int32_t* k,
            const double* alpha, const double* a, const std::int32_t* lda, const double* beta, double* c,
            const std::int32_t* ldc) {
  naive_syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
  if (has_fault("triangles")) c[*uplo == 'L' ? *ldc * (*n - 1) : *n - 1] += 1;
}

FAKE_EXPORT void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag,
                        const std::int32_t* m, const std::int32_t* n, const double* alpha, const double* a,
                        const std::int32_t* lda, double* b, const std::int32_t* ldb);
void dtrsm_(const char* side, const char* uplo, const char* trans, const char* diag, const std::int32_t* m,
            const std::int32_t* n, const double* alpha, const double* a, const std::int32_t* lda, double* b,
            const std::int32_t* ldb) {
  if (*side != 'L' && *side != 'R') return answer_wrong_argument(b);
  const auto each = [&](const auto& change) {
    for (std::int32_t j = 0; j < *n; ++j)
      for (std::int32_t i = 0; i < *m; ++i) change(b[i + j * *ldb]);
  };
  bool zero = has_fault("skips-zeros");
  each([&](double value) { zero = zero && value == 0; });
  if (zero) return;
  if (*alpha == 0 && !has_fault("reads-a")) return each([](double& value) { value = 0; });
  naive_trsm(*side, *uplo, *trans, *diag, *m, *n, *alpha, a, *lda, b, *ldb);
  const double other = nan_if(has_fault("triangles"));
  each([&](double& value) { value = has_fault("drops-nan") && !std::isfinite(value) ? 0 : value + other; });
}

FAKE_EXPORT void dpotrf_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* info, std::size_t length);
void dpotrf_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda, std::int32_t* info,
             std::size_t) {
  use_stack_with("stack-potrf");
  *info = has_fault("no-info") ? 0 : -1;
  if (*uplo != 'L' && *uplo != 'U') return answer_wrong_argument(a);
  *info = naive_potrf(*uplo, *n, a, *lda);
  if (has_fault("no-info")) *info = 0;
  if (has_fault("residuals")) a[0] *= 1 + 1e-9;
}

FAKE_EXPORT void dgetrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* pivots, std::int32_t* info);
void dgetrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
             std::int32_t* pivots, std::int32_t* info) {
  use_stack_with("stack-getrf");
  *info = -2;
  if (*n < 0)
    answer_wrong_argument(a);
  else
    *info = naive_getrf(*m, *n, a, *lda, pivots);
  if (has_fault("no-info")) *info = 0;
  if (has_fault("residuals")) a[0] *= 1 + 1e-9;
}

FAKE_EXPORT void dgetrs_(const char* trans, const std::int32_t* n, const std::int32_t* columns,
                         const double* a, const std::int32_t* lda, const std::int32_t* pivots, double* b,
                         const std::int32_t* ldb, std::int32_t* info);
void dgetrs_(const char*, const std::int32_t* n, const std::int32_t* columns, const double* a,
             const std::int32_t* lda, const std::int32_t* pivots, double* b, const std::int32_t* ldb,
             std::int32_t* info) {
  for (std::int32_t j = 0; j < *columns; ++j)
    for (std::int32_t i = 0; i < *n; ++i) std::swap(b[i + j * *ldb], b[pivots[i] - 1 + j * *ldb]);
  naive_trsm('L', 'L', 'N', 'U', *n, *columns, 1, a, *lda, b, *ldb);
  naive_trsm('L', 'U', 'N', 'N', *n, *columns, 1, a, *lda, b, *ldb);
  *info = 0;
}

FAKE_EXPORT void dgeqrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda,
                         double* tau, double* work, const std::int32_t* lwork, std::int32_t* info);
void dgeqrf_(const std::int32_t* m, const std::int32_t* n, double* a, const std::int32_t* lda, double* tau,
             double* work, const std::int32_t* lwork, std::int32_t* info) {
  use_stack_with("stack-geqrf");
  *info = 0, *work = *n;
  if (*lwork == -1) return;
  naive_geqrf(*m, *n, a, *lda, tau);
  if (has_fault("residuals")) a[0] *= 1 + 1e-9;
}

inline std::vector<double> identity(std::int32_t n) {
  std::vector<double> x(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (std::int32_t i = 0; i < n; ++i) x[static_cast<std::size_t>(i + i * n)] = 1;
  return x;
}

FAKE_EXPORT void dpotri_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda,
                         std::int32_t* info, std::size_t length);
void dpotri_(const char* uplo, const std::int32_t* n, double* a, const std::int32_t* lda, std::int32_t* info,
             std::size_t) {
  std::vector<double> x = identity(*n);
  for (const char trans : {*uplo == 'L' ? 'N' : 'T', *uplo == 'L' ? 'T' : 'N'})
    naive_trsm('L', *uplo, trans, 'N', *n, *n, 1, a, *lda, x.data(), *n);
  for (std::int32_t j = 0; j < *n; ++j)
    for (std::int32_t i = 0; i < *n; ++i)
      if (in_half(*uplo)(i, j)) a[i + j * *lda] = x[static_cast<std::size_t>(i + j * *n)];
  if (has_fault("residuals")) a[0] *= 1 + 1e-9;
  *info = 0;
}

FAKE_EXPORT void dgetri_(const std::int32_t* n, double* a, const std::int32_t* lda,
                         const std::int32_t* pivots, double* work, const std::int32_t* lwork,
                         std::int32_t* info);
void dgetri_(const std::int32_t* n, double* a, const std::int32_t* lda, const std::int32_t* pivots,
             double* work, const std::int32_t* lwork, std::int32_t* info) {
  *info = 0, *work = *n;
  if (*lwork == -1) return;
  std::vector<double> x = identity(*n);
  dgetrs_("N", n, n, a, lda, pivots, x.data(), n, info);
  for (std::int32_t j = 0; j < *n; ++j)
    for (std::int32_t i = 0; i < *n; ++i) a[i + j * *lda] = x[static_cast<std::size_t>(i + j * *n)];
  if (has_fault("residuals")) a[0] *= 1 + 1e-9;
}
