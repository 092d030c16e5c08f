/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  return status != NUMAPACK_OK;
}

/* Many small problems in one call. Prints: 10 40, then 10 40, then 5 10, then 2 4, then 1 2 0 0, then 1. */
int main(void) {
  const double a[] = {2, 4}, b[] = {5, 10}, one = 1, none = 0; /* two problems of 1 x 1 */
  double c[2];
  const double *as[] = {a, a + 1}, *bs[] = {b, b + 1};
  double* cs[] = {c, c + 1};
  const int64_t unit = 1, two = 2;
  /* By lists of addresses, one group of two. */
  if (failed(numapack_dgemm_batch(NUMAPACK_ROW_MAJOR, "N", "N", &unit, &unit, &unit, &one, as, &unit, bs,
                                  &unit, &none, cs, &unit, 1, &two)))
    return 1;
  printf("%g %g\n", c[0], c[1]);
  /* By strides. */
  if (failed(numapack_dgemm_batch_strided(NUMAPACK_ROW_MAJOR, 'N', 'N', 1, 1, 1, 1.0, a, 1, 1, b, 1, 1, 0.0,
                                          c, 1, 1, 2)))
    return 1;
  printf("%g %g\n", c[0], c[1]);
  numapack_set_checked(1); /* looks for problems that overlap */
  if (failed(numapack_dtrsm_batch_strided(NUMAPACK_ROW_MAJOR, 'L', 'L', 'N', 'N', 1, 1, 1.0, a, 1, 1, c, 1, 1,
                                          2)))
    return 1;
  printf("%g %g\n", c[0], c[1]);
  double s[] = {4, 16}, l[] = {1, 2}, q[] = {3, 5}, tau[2];
  int64_t info[2], pivots[2];
  if (failed(numapack_dpotrf_batch_strided(NUMAPACK_ROW_MAJOR, 'L', 1, s, 1, 1, 2, info))) return 1;
  printf("%g %g\n", s[0], s[1]);
  if (failed(numapack_dgetrf_batch_strided(NUMAPACK_ROW_MAJOR, 1, 1, l, 1, 1, pivots, 1, 2, info))) return 1;
  printf("%g %g %d %d\n", l[0], l[1], (int)info[0], (int)info[1]);
  if (failed(numapack_dgeqrf_batch_strided(NUMAPACK_ROW_MAJOR, 1, 1, q, 1, 1, tau, 1, 2, info))) return 1;
  printf("%d\n", (q[0] == 3 || q[0] == -3) && (q[1] == 5 || q[1] == -5));
  return 0;
}
