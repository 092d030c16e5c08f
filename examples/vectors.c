/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

/* y = A x, then A += y y', then x of A x = y for the lower triangle of that A. Prints: 3 7, then 10 24 53,
 * then 0.3 -0.00377358. */
int main(void) {
  double a[] = {1, 2, 3, 4}, x[] = {1, 1}, y[2]; /* A: two rows of two */
  numapack_status status = numapack_dgemv(NUMAPACK_ROW_MAJOR, 'N', 2, 2, 1.0, a, 2, x, 1, 0.0, y, 1);
  if (status == NUMAPACK_OK) status = numapack_dsyr(NUMAPACK_ROW_MAJOR, 'L', 2, 1.0, y, 1, a, 2);
  if (status != NUMAPACK_OK) {
    fprintf(stderr, "%s\n", numapack_error_message());
    return 1;
  }
  printf("%g %g\n%g %g %g\n", y[0], y[1], a[0], a[2], a[3]);
  if (numapack_dtrsv(NUMAPACK_ROW_MAJOR, 'L', 'N', 'N', 2, a, 2, y, 1) != NUMAPACK_OK) return 1;
  printf("%g %g\n", y[0], y[1]);
  return 0;
}
