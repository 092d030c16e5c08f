// SPDX-License-Identifier: BSD-3-Clause
#include <csignal>
#include <cstdint>
#include <cstdio>

#include "naive.hpp"

namespace {
int calls = 0;
}

FAKE_EXPORT void dgemm_(const char* trans_a, const char* trans_b, const std::int32_t* m,
                        const std::int32_t* n, const std::int32_t* k, const double* alpha, const double* a,
                        const std::int32_t* lda, const double* b, const std::int32_t* ldb, const double* beta,
                        double* c, const std::int32_t* ldc);

void dgemm_(const char* trans_a, const char* trans_b, const std::int32_t* m, const std::int32_t* n,
            const std::int32_t* k, const double* alpha, const double* a, const std::int32_t* lda,
            const double* b, const std::int32_t* ldb, const double* beta, double* c,
            const std::int32_t* ldc) {
  naive_gemm(trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  if (++calls < 5) return;  // lives through warm-up and a round of samples of one call
  std::fputs("the fake falls\n", stderr);
  std::raise(SIGSEGV);
}
