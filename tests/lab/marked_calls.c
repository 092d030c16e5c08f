// SPDX-License-Identifier: BSD-3-Clause
// Three multiplications with operands on node 0 that mark themselves, and between them sweeps over memory of
// node 3 that must not count. All on CPU 0: nobody else's waiting counts either.

#include <stdio.h>

#include "numapack/numapack.h"
#include "on_nodes.h"

enum { order = 96, swept_doubles = 1 << 20 };

static double sweep(volatile double* memory) {
  double sum = 0;
  for (int i = 0; i < swept_doubles; i++) {
    memory[i] += 1;
    sum += memory[i];
  }
  return sum;
}

int main(int count, char** arguments) {
  stay_on_cpu_0();
  // Restarted, so that stack and heap are on node 0, too: half of the accesses of a small call go there.
  if (count == 1) return execl("/proc/self/exe", arguments[0], "bound", (char*)NULL);
  const size_t bytes = sizeof(double) * order * order;
  double *const a = memory_on_node(0, bytes), *const b = memory_on_node(0, bytes),
                *const c = memory_on_node(0, bytes);
  double* const other = memory_on_node(3, sizeof(double) * swept_doubles);
  for (int i = 0; i < order * order; i++) {
    a[i] = 1;
    b[i] = 2;
  }
  double sum = sweep(other);
  for (int call = 0; call < 3; call++) {
    if (numapack_dgemm(NUMAPACK_COLUMN_MAJOR, 'N', 'N', order, order, order, 1, a, order, b, order, 1, c,
                       order) != NUMAPACK_OK)
      return 1;
    sum += sweep(other);
  }
  printf("%g %g\n", c[order * order - 1], sum);
  return c[order * order - 1] == 3.0 * 2 * order ? 0 : 1;
}
