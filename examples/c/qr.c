/* SPDX-License-Identifier: BSD-3-Clause */
#include <complex.h>
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status, const int64_t* info) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  return status != NUMAPACK_OK || *info != 0;
}

static double square(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }

/* A = Q R of a column; the squares, since signs are a matter of taste, of R, Q^H A and Q, real and complex.
 * Prints: 25, then 25 1, then 0.36 0.64, then 25 1, then 0.36 0.64. */
int main(void) {
  const numapack_layout layout = NUMAPACK_COLUMN_MAJOR;
  int64_t info = 0;
  double a[] = {3, 4}, c[] = {3, 4}, tau[1];
  if (failed(numapack_dgeqrf(layout, 2, 1, a, 2, tau, &info), &info)) return 1;
  printf("%g\n", square(a[0]));
  if (failed(numapack_dormqr(layout, 'L', 'T', 2, 1, 1, a, 2, tau, c, 2, &info), &info) ||
      failed(numapack_dorgqr(layout, 2, 1, 1, a, 2, tau, &info), &info))
    return 1;
  printf("%g %d\n%g %g\n", square(c[0]), square(c[1]) < 1e-24, square(a[0]), square(a[1]));
  double complex z[] = {3, 4 * I}, w[] = {3, 4 * I}, factor[1];
  if (failed(numapack_zgeqrf(layout, 2, 1, z, 2, factor, &info), &info) ||
      failed(numapack_zunmqr(layout, 'L', 'C', 2, 1, 1, z, 2, factor, w, 2, &info), &info) ||
      failed(numapack_zungqr(layout, 2, 1, 1, z, 2, factor, &info), &info))
    return 1;
  printf("%g %d\n%g %g\n", square(w[0]), square(w[1]) < 1e-24, square(z[0]), square(z[1]));
  return 0;
}
