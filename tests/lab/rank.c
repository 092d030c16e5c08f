// SPDX-License-Identifier: BSD-3-Clause
// One of several processes that multiply at once, as MPI starts them; it knows nothing of numapack, and is
// bound by whoever starts it. `rank busy` multiplies until there is a file "done"; `rank marked` waits for it
// to begin, and marks its own calls. Both say where they ran and where their matrices lay.

#include <fcntl.h>
#include <linux/mempolicy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "numapack/lab.h"

enum { order = 256 };

void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);

static double a[order * order], b[order * order], c[order * order];

static void multiply(void) {
  const int n = order;
  const double one = 1, zero = 0;
  dgemm_("N", "N", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n);
}

static int node_of(const void* address) {
  int node = -1;
  return syscall(SYS_get_mempolicy, &node, NULL, 0ul, address, MPOL_F_NODE | MPOL_F_ADDR) == 0 ? node : -1;
}

static int is_there(const char* file) { return access(file, F_OK) == 0; }

int main(int count, char** arguments) {
  const int is_marked = count == 2 && strcmp(arguments[1], "marked") == 0;
  for (int i = 0; i < order * order; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  // Threads and plans are made here.
  multiply();
  if (is_marked) {
    while (!is_there("begun")) usleep(1000);
    NUMAPACK_LAB_START();
    for (int call = 0; call < 3; call++) multiply();
    NUMAPACK_LAB_STOP();
  } else {
    close(open("begun", O_CREAT | O_WRONLY, 0600));
    while (!is_there("done")) multiply();
  }
  unsigned node = 0;
  syscall(SYS_getcpu, NULL, &node, NULL);
  double right = 0;
  for (int k = 0; k < order; k++) right += a[5 + k * order] * b[k + 3 * order];
  printf("%s: node %u, A %d, B %d, C %d\n", arguments[1], node, node_of(a + order), node_of(b + order),
         node_of(c + order));
  return c[5 + 3 * order] == right ? 0 : 1;
}
