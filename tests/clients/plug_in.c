/* SPDX-License-Identifier: BSD-3-Clause */
/* A library that a program loads and closes, and that calls a BLAS: when it is asked to, in the handler that
   it registers for its end, and in its destructor, which run in dlclose() or, if it was not closed, in
   exit(). */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);

__attribute__((visibility("default"))) void plug_in_dgemm(const char* transa, const char* transb,
                                                          const int* m, const int* n, const int* k,
                                                          const double* alpha, const double* a,
                                                          const int* lda, const double* b, const int* ldb,
                                                          const double* beta, double* c, const int* ldc);

static void multiply_at_the_end(void) {
  const int n = 200;
  const double one = 1, zero = 0;
  double* const a = malloc(sizeof(double) * (size_t)(n * n));
  double* const c = calloc((size_t)(n * n), sizeof(double));
  if (a == NULL || c == NULL) _exit(7);
  for (int i = 0; i < n * n; ++i) a[i] = 1;
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n);
  if (c[0] != n || c[n * n - 1] != n) _exit(8);
  free(a), free(c);
  fputs("multiplied\n", stderr);
}

void plug_in_dgemm(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                   const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
                   const double* beta, double* c, const int* ldc) {
  dgemm_(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

__attribute__((constructor)) static void begin(void) { atexit(multiply_at_the_end); }

__attribute__((destructor)) static void end(void) { multiply_at_the_end(); }
