/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  return status != NUMAPACK_OK;
}

/* Matrices and vectors; of symmetric and triangular matrices, the lower triangle is read and written.
 * Prints: 5 11, then 4 7, then 2 7, then 1 2, then 3 4 6 8, then 1 2 4, then 6 10 16. */
int main(void) {
  const numapack_layout layout = NUMAPACK_ROW_MAJOR;
  const double a[] = {1, 2, 3, 4}, s[] = {2, 0, 1, 3}, x[] = {1, 2}, y[] = {3, 4};
  double p[2], q[2], t[] = {1, 2}, outer[4] = {0}, square[4] = {0}, both[4] = {0};
  /* A x, S x with a symmetric S. */
  if (failed(numapack_dgemv(layout, 'N', 2, 2, 1.0, a, 2, x, 1, 0.0, p, 1)) ||
      failed(numapack_dsymv(layout, 'L', 2, 1.0, s, 2, x, 1, 0.0, q, 1)))
    return 1;
  printf("%g %g\n%g %g\n", p[0], p[1], q[0], q[1]);
  /* L t in place of t, and back: L z = t. */
  if (failed(numapack_dtrmv(layout, 'L', 'N', 'N', 2, s, 2, t, 1))) return 1;
  printf("%g %g\n", t[0], t[1]);
  if (failed(numapack_dtrsv(layout, 'L', 'N', 'N', 2, s, 2, t, 1))) return 1;
  printf("%g %g\n", t[0], t[1]);
  /* What is added to a matrix: x y', and the lower triangles of x x' and x y' + y x'. */
  if (failed(numapack_dger(layout, 2, 2, 1.0, x, 1, y, 1, outer, 2)) ||
      failed(numapack_dsyr(layout, 'L', 2, 1.0, x, 1, square, 2)) ||
      failed(numapack_dsyr2(layout, 'L', 2, 1.0, x, 1, y, 1, both, 2)))
    return 1;
  printf("%g %g %g %g\n", outer[0], outer[1], outer[2], outer[3]);
  printf("%g %g %g\n%g %g %g\n", square[0], square[2], square[3], both[0], both[2], both[3]);
  return 0;
}
