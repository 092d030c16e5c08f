/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>
#include <stdlib.h>

/* A is laid out once and multiplied by two others; a copy has its own memory. Prints: 17 39, then 3 7,
 * then 1. */
int main(void) {
  const double a[] = {1, 2, 3, 4}, x[] = {5, 6}, y[] = {1, 1}; /* A: two rows of two */
  double c[2];
  numapack_packed *packed = NULL, *copy = NULL;
  if (numapack_dpack(&packed, NUMAPACK_ROW_MAJOR, 'A', 'N', 2, 2, a, 2) != NUMAPACK_OK ||
      numapack_packed_copy(&copy, packed) != NUMAPACK_OK) {
    fprintf(stderr, "%s\n", numapack_error_message());
    return 1;
  }
  if (numapack_dgemm_packed(packed, 'N', 1, 1.0, x, 1, 0.0, c, 1) != NUMAPACK_OK) return 1;
  printf("%g %g\n", c[0], c[1]);
  if (numapack_dgemm_packed(copy, 'N', 1, 1.0, y, 1, 0.0, c, 1) != NUMAPACK_OK) return 1;
  printf("%g %g\n", c[0], c[1]);
  int64_t* const pages = calloc((size_t)numapack_nodes(), sizeof *pages);
  const numapack_status where =
      numapack_packed_where(packed, pages); /* some containers do not let it be asked */
  printf("%d\n",
         numapack_packed_bytes(packed) > 0 && (where == NUMAPACK_OK || where == NUMAPACK_NOT_SUPPORTED));
  free(pages);
  numapack_packed_free(copy);
  numapack_packed_free(packed);
  return 0;
}
