/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>

static int failed(numapack_status status) {
  if (status != NUMAPACK_OK) fprintf(stderr, "%s\n", numapack_error_message());
  return status != NUMAPACK_OK;
}

/* Batches by lists of addresses, wherever the problems are. Prints: 5 10, then 2 4, then 1 2 0 0,
 * then 3 5. */
int main(void) {
  const numapack_layout layout = NUMAPACK_ROW_MAJOR;
  const double a[] = {2, 4}, one = 1; /* two problems of 1 x 1 */
  double b[] = {10, 40}, s[] = {4, 16}, l[] = {1, 2}, q[] = {3, 5}, tau[2];
  const double* as[] = {a, a + 1};
  double *bs[] = {b, b + 1}, *ss[] = {s, s + 1}, *ls[] = {l, l + 1}, *qs[] = {q, q + 1};
  double* taus[] = {tau, tau + 1};
  const int64_t unit = 1, two = 2;
  int64_t info[2], pivots[2], *ipiv[] = {pivots, pivots + 1};
  if (failed(numapack_dtrsm_batch(layout, "L", "L", "N", "N", &unit, &unit, &one, as, &unit, bs, &unit, 1,
                                  &two)))
    return 1;
  printf("%g %g\n", b[0], b[1]);
  if (failed(numapack_dpotrf_batch(layout, 'L', 1, ss, 1, 2, info))) return 1;
  printf("%g %g\n", s[0], s[1]);
  if (failed(numapack_dgetrf_batch(layout, 1, 1, ls, 1, ipiv, 2, info))) return 1;
  printf("%g %g %d %d\n", l[0], l[1], (int)info[0], (int)info[1]);
  if (failed(numapack_dgeqrf_batch(layout, 1, 1, qs, 1, taus, 2, NULL))) return 1;
  printf("%g %g\n", q[0] < 0 ? -q[0] : q[0], q[1] < 0 ? -q[1] : q[1]);
  return 0;
}
