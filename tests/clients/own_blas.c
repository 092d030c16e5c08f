/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs of this folder are linked to as their BLAS. They are started with another one before it,
   so that a call that reaches this one is a call that was not caught. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((visibility("default"))) void dgemm_(const char* transa, const char* transb, const int* m,
                                                   const int* n, const int* k, const double* alpha,
                                                   const double* a, const int* lda, const double* b,
                                                   const int* ldb, const double* beta, double* c,
                                                   const int* ldc);

void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc) {
  (void)transa, (void)transb, (void)m, (void)n, (void)k, (void)alpha, (void)a, (void)lda, (void)b, (void)ldb;
  (void)beta, (void)c, (void)ldc;
  fputs("the program's own dgemm was called\n", stderr);
  abort();
}
