/* SPDX-License-Identifier: BSD-3-Clause */
#include <numapack/numapack.h>
#include <stdio.h>
#include <string.h>

/* The same bits on any CPU; how many threads calls may have and on which nodes; what is wrong where something
 * is. Prints: 1, then 1, then 1. */
int main(void) {
  const numapack_status bits = numapack_set_bits("portable"); /* before anything is computed */
  const int all = numapack_get_num_threads();
  numapack_set_num_threads(1);
  printf("%d\n", numapack_get_num_threads());
  numapack_set_num_threads(0); /* as many as there are */
  int nodes[64];
  const int used = numapack_get_nodes(nodes, 64);
  const numapack_status status = numapack_set_nodes("no list"); /* then all is as it was */
  printf("%d\n", bits == NUMAPACK_OK && status == NUMAPACK_INVALID_ARGUMENT &&
                     strlen(numapack_error_message()) > 0 && used >= 1);
  numapack_release_workspace();
  printf("%d\n", numapack_get_num_threads() == all && strlen(numapack_version()) > 0);
  return 0;
}
