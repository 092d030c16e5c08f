// SPDX-License-Identifier: BSD-3-Clause
// Lines that one CPU writes and another one reads: a thread moves from CPU to CPU, so that nobody waits.

#include <stdio.h>

#include "numapack/lab.h"
#include "on_nodes.h"

enum { lines = 512, line_bytes = 64 };

int main(void) {
  // From and to: in a node, between dies, between packages, and back.
  static const int pairs[][2] = {{0, 1}, {2, 0}, {1, 6}, {6, 1}};
  stay_on_cpu(0);
  for (unsigned pair = 0; pair < sizeof pairs / sizeof *pairs; pair++) {
    volatile char* const memory = memory_on_node(3, (size_t)lines * line_bytes);
    stay_on_cpu(pairs[pair][0]);
    NUMAPACK_LAB_START();
    for (int i = 0; i < lines; i++) memory[i * line_bytes] = 1;
    NUMAPACK_LAB_STOP();
    stay_on_cpu(pairs[pair][1]);
    int sum = 0;
    NUMAPACK_LAB_START();
    for (int turn = 0; turn < 2; turn++)
      for (int i = 0; i < lines; i++) sum += memory[i * line_bytes];
    NUMAPACK_LAB_STOP();
    if (sum != 2 * lines) return 1;
  }
  puts("done");
  return 0;
}
