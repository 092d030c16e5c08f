/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  return status != NUMAPACK_OK;
}

static void print(const double* c) { printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]); }

/* Products with structure. Only the lower triangle is read or written: the element above the diagonal
 * stays 0. Prints: 5 0 11 25, then 1 2, then 5 8 10 14, then 2 0 5 8, then 7 0 15 22, then 1 2 15 22. */
int main(void) {
  const numapack_layout layout = NUMAPACK_ROW_MAJOR;
  const double a[] = {1, 2, 3, 4}, one[] = {1, 0, 0, 1}, s[] = {2, 0, 1, 3}; /* two rows of two */
  double l[4] = {0}, p[4], q[4] = {0}, r[4] = {0}, t[] = {1, 2, 3, 4}, b[] = {5, 61};
  /* The lower triangle of L = A A', then X of L X = B. */
  if (failed(numapack_dsyrk(layout, 'L', 'N', 2, 2, 1.0, a, 2, 0.0, l, 2)) ||
      failed(numapack_dtrsm(layout, 'L', 'L', 'N', 'N', 2, 1, 1.0, l, 2, b, 1)))
    return 1;
  print(l);
  printf("%g %g\n", b[0], b[1]);
  /* S A, where S is symmetric with this lower triangle. */
  if (failed(numapack_dsymm(layout, 'L', 'L', 2, 2, 1.0, s, 2, a, 2, 0.0, p, 2))) return 1;
  print(p);
  /* The lower triangles of A I' + I A' and of A A. */
  if (failed(numapack_dsyr2k(layout, 'L', 'N', 2, 2, 1.0, a, 2, one, 2, 0.0, q, 2)) ||
      failed(numapack_dgemmt(layout, 'L', 'N', 'N', 2, 2, 1.0, a, 2, a, 2, 0.0, r, 2)))
    return 1;
  print(q);
  print(r);
  /* The lower triangle of A times T, in place of T. */
  if (failed(numapack_dtrmm(layout, 'L', 'L', 'N', 'N', 2, 2, 1.0, a, 2, t, 2))) return 1;
  print(t);
  return 0;
}
