/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

/* The lower half of C = A A', and X of L X = B with that half as L. Prints: 5 11 25, then 1 2. */
int main(void) {
  const double a[] = {1, 2, 3, 4}; /* two rows of two */
  double c[4] = {0}, b[] = {5, 61};
  if (numapack_dsyrk(NUMAPACK_ROW_MAJOR, 'L', 'N', 2, 2, 1.0, a, 2, 0.0, c, 2) != NUMAPACK_OK ||
      numapack_dtrsm(NUMAPACK_ROW_MAJOR, 'L', 'L', 'N', 'N', 2, 1, 1.0, c, 2, b, 1) != NUMAPACK_OK) {
    fprintf(stderr, "%s\n", numapack_error_message());
    return 1;
  }
  printf("%g %g %g\n%g %g\n", c[0], c[2], c[3], b[0], b[1]);
  return 0;
}
