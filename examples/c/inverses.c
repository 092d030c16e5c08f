/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status, const int64_t* info) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  if (*info != 0) fprintf(stderr, "info %lld\n", (long long)*info);
  return status != NUMAPACK_OK || *info != 0;
}

/* Factors, and what is solved and inverted with them. Prints: 1 2, then 0.272727 -0.0909091 0.363636,
 * then 1 2, then 5 2 4, then 0.5 -0.25 0.5, then 0.3125 -0.125 0.25. */
int main(void) {
  const numapack_layout layout = NUMAPACK_ROW_MAJOR;
  int64_t info = 0, pivots[2];
  double a[] = {4, 1, 1, 3}, b[] = {6, 7};
  if (failed(numapack_dgetrf(layout, 2, 2, a, 2, pivots, &info), &info) ||
      failed(numapack_dgetrs(layout, 'N', 2, 1, a, 2, pivots, b, 1, &info), &info))
    return 1;
  printf("%g %g\n", b[0], b[1]);
  if (failed(numapack_dgetri(layout, 2, a, 2, pivots, &info), &info)) return 1;
  printf("%g %g %g\n", a[0], a[1], a[3]);
  /* Of a symmetric or triangular matrix, the lower triangle. */
  double s[] = {4, 0, 2, 5}, t[] = {8, 12};
  if (failed(numapack_dpotrf(layout, 'L', 2, s, 2, &info), &info) ||
      failed(numapack_dpotrs(layout, 'L', 2, 1, s, 2, t, 1, &info), &info))
    return 1;
  printf("%g %g\n", t[0], t[1]);
  /* With L of A = L L': L' L, the inverse of L, and that of A. */
  double l[] = {s[0], 0, s[2], s[3]}, m[] = {s[0], 0, s[2], s[3]};
  if (failed(numapack_dlauum(layout, 'L', 2, l, 2, &info), &info) ||
      failed(numapack_dtrtri(layout, 'L', 'N', 2, m, 2, &info), &info) ||
      failed(numapack_dpotri(layout, 'L', 2, s, 2, &info), &info))
    return 1;
  printf("%g %g %g\n%g %g %g\n%g %g %g\n", l[0], l[2], l[3], m[0], m[2], m[3], s[0], s[2], s[3]);
  return 0;
}
