/* SPDX-License-Identifier: BSD-3-Clause */
#include <complex.h>
#include <numapack/numapack.h>
#include <stdio.h>

/* Complex scalars and matrices go by address. Prints: 2 -1. */
int main(void) {
  const double complex one = 1, none = 0, a[] = {1 + 2 * I}, b[] = {I};
  double complex c[1];
  if (numapack_zgemm3m(NUMAPACK_ROW_MAJOR, 'N', 'C', 1, 1, 1, &one, a, 1, b, 1, &none, c, 1) != NUMAPACK_OK) {
    fprintf(stderr, "%s\n", numapack_error_message());
    return 1;
  }
  printf("%g %g\n", creal(c[0]), cimag(c[0])); /* (1 + 2i)(-i) */
  return 0;
}
