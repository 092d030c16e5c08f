/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status, const int64_t* info) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  if (*info != 0) fprintf(stderr, "info %lld\n", (long long)*info);
  return status != NUMAPACK_OK || *info != 0;
}

/* A x = b by LU, by Cholesky, and least squares by QR. Prints: 1 2, then 1 2, then 1 2. */
int main(void) {
  int64_t info = 0, pivots[2];
  double a[] = {4, 1, 1, 3}, b[] = {6, 7}; /* symmetric, so that the layout does not matter */
  double s[] = {4, 1, 1, 3}, t[] = {6, 7};
  double m[] = {1, 0, 0, 1, 1, 1}, r[] = {1, 2, 3}; /* three rows of two */
  if (failed(numapack_dgesv(NUMAPACK_ROW_MAJOR, 2, 1, a, 2, pivots, b, 1, &info), &info)) return 1;
  printf("%g %g\n", b[0], b[1]);
  if (failed(numapack_dposv(NUMAPACK_ROW_MAJOR, 'L', 2, 1, s, 2, t, 1, &info), &info)) return 1;
  printf("%g %g\n", t[0], t[1]);
  if (failed(numapack_dgels(NUMAPACK_ROW_MAJOR, 'N', 3, 2, 1, m, 2, r, 1, &info), &info)) return 1;
  printf("%g %g\n", r[0], r[1]);
  return 0;
}
