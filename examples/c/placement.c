/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>
#include <stdlib.h>

/* Called from several threads at once: element (i, j) becomes i + 10 j. */
static void fill(void* context, int64_t rows, int64_t columns, void* block, int64_t leading, int64_t row,
                 int64_t column) {
  (void)context;
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      ((double*)block)[i + j * leading] = (double)(row + i) + 10.0 * (double)(column + j);
}

static int failed(numapack_status status) {
  /* What some containers refuse is no failure of an example. */
  if (status == NUMAPACK_OK || status == NUMAPACK_NOT_SUPPORTED) return 0;
  fprintf(stderr, "%s\n", numapack_error_message());
  return 1;
}

/* A matrix whose columns go to the nodes in turn, filled where it lies; where its pages are, and moving them.
 * Prints: 1 1024, then 23 23, then 1. */
int main(void) {
  const int64_t n = 1024;
  numapack_matrix* matrix = NULL;
  if (failed(numapack_matrix_create(&matrix, NUMAPACK_COLUMN_MAJOR, n, n, 0, sizeof(double), "cyclic:64",
                                    NUMAPACK_PAGES_AUTOMATIC)))
    return 1;
  double* const data = numapack_matrix_data(matrix, 0);
  const int64_t leading = numapack_matrix_leading(matrix);
  printf("%d %lld\n", numapack_matrix_copies(matrix), (long long)leading);
  double* const copy = malloc((size_t)(n * n) * sizeof *copy);
  if (failed(numapack_distribute(NUMAPACK_COLUMN_MAJOR, n, n, data, leading, sizeof(double), "cyclic:64",
                                 fill, NULL)) ||
      failed(
          numapack_copy(NUMAPACK_COLUMN_MAJOR, n, n, data, leading, copy, n, sizeof(double), "interleave")))
    return 1;
  printf("%g %g\n", data[3 + 2 * leading], copy[3 + 2 * n]);
  const int nodes = numapack_nodes();
  int64_t *const pages = calloc((size_t)nodes, sizeof *pages), *const counts =
                                                                   calloc(6 * (size_t)nodes, sizeof *counts);
  int64_t untouched = 0, moved = 0, refused = 0;
  if (failed(numapack_where(data, (size_t)(n * leading) * sizeof *data, pages, &untouched, NULL)) ||
      failed(numapack_migrate(NUMAPACK_COLUMN_MAJOR, n, n, data, leading, sizeof *data, "interleave", &moved,
                              &refused)) ||
      failed(numapack_numastat(counts)))
    return 1;
  printf("%d\n", nodes >= 1 && numapack_node_number(0) >= 0);
  free(counts);
  free(pages);
  free(copy);
  numapack_matrix_free(matrix);
  return 0;
}
