// SPDX-License-Identifier: BSD-3-Clause
#include <numapack/numapack.h>
#include <stdio.h>

/* C = A B. Prints: 19 22, then 43 50. */
int main(void) {
  const double a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}; /* two rows of two */
  double c[4];
  if (numapack_dgemm(NUMAPACK_ROW_MAJOR, 'N', 'N', 2, 2, 2, 1.0, a, 2, b, 2, 0.0, c, 2) != NUMAPACK_OK) {
    fprintf(stderr, "%s\n", numapack_error_message());
    return 1;
  }
  printf("%g %g\n%g %g\n", c[0], c[1], c[2], c[3]);
  return 0;
}
