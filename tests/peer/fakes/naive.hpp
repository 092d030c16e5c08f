// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#define FAKE_EXPORT \
  extern "C" __attribute__((visibility("default")))  // an attribute and a linkage: no template can

/// C = alpha op(A) op(B) + beta C by definition, with the Fortran interface's pointers.
template <class Integer>
void naive_gemm(const char* trans_a, const char* trans_b, const Integer* m, const Integer* n,
                const Integer* k, const double* alpha, const double* a, const Integer* lda, const double* b,
                const Integer* ldb, const double* beta, double* c, const Integer* ldc) {
  for (Integer j = 0; j < *n; ++j) {
    for (Integer i = 0; i < *m; ++i) {
      double sum = 0;
      for (Integer p = 0; p < *k; ++p) {
        sum += (*trans_a == 'N' ? a[i + p * *lda] : a[p + i * *lda]) *
               (*trans_b == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]);
      }
      double& element = c[i + j * *ldc];
      element = *alpha * sum + (*beta == 0 ? 0 : *beta * element);
    }
  }
}
