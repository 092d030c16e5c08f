/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(numapack_status status) {
  /* What some containers refuse is no failure of an example. */
  if (status == NUMAPACK_OK || status == NUMAPACK_NOT_SUPPORTED) return 0;
  fprintf(stderr, "%s\n", numapack_error_message());
  return 1;
}

/* A sparse matrix with rows (1, 0, 2) and (0, 3, 0), laid out once for many products, and multiplied once
 * as it lies. Prints: 201 30, then 402 60, then 1 2. */
int main(void) {
  const int32_t starts[] = {0, 2, 3}, indices[] = {0, 2, 1};
  const double values[] = {1, 2, 3}, x[] = {1, 10, 100};
  double y[2];
  numapack_csr* csr = NULL;
  if (failed(numapack_dcsr(&csr, 2, 3, sizeof *indices, starts, indices, values)) ||
      failed(numapack_dspmv(csr, 1.0, x, 0.0, y)))
    return 1;
  printf("%g %g\n", y[0], y[1]);
  if (failed(numapack_dspmv_once(2, 3, sizeof *indices, starts, indices, values, 1.0, x, 1.0, y))) return 1;
  printf("%g %g\n", y[0], y[1]); /* y += A x */
  const size_t nodes = (size_t)numapack_nodes();
  int64_t *const pages = calloc(nodes, sizeof *pages), *const rows = calloc(nodes, sizeof *rows), all = 0;
  if (failed(numapack_csr_where(csr, pages)) || failed(numapack_csr_rows(csr, NULL, rows))) return 1;
  for (size_t node = 0; node < nodes; ++node) all += rows[node];
  printf("%d %lld\n", numapack_csr_bytes(csr) > 0, (long long)all);
  free(rows);
  free(pages);
  numapack_csr_free(csr);
  return 0;
}
