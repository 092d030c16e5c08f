// SPDX-License-Identifier: BSD-3-Clause
// CPU 0 has the C library copy 1024 lines of node 3's memory to node 2's and fill 1024 of node 1's, between
// marks.

#include <stdio.h>
#include <string.h>

#include "numapack/lab.h"
#include "on_nodes.h"

enum { BYTES = 1024 * 64 };

int main(void) {
  stay_on_cpu_0();
  char* const from = memory_on_node(3, BYTES);
  char* const to = memory_on_node(2, BYTES);
  char* const filled = memory_on_node(1, BYTES);
  memset(from, 1, BYTES);
  memset(to, 2, BYTES);
  memset(filled, 3, BYTES);
  NUMAPACK_LAB_START();
  memcpy(to, from, BYTES);
  memset(filled, to[BYTES - 1], BYTES);
  NUMAPACK_LAB_STOP();
  puts(filled[BYTES - 1] == 1 ? "done" : "not done");
  return 0;
}
