// SPDX-License-Identifier: BSD-3-Clause
// Between marks, CPU 0 writes 1024 lines of node 3's memory without fetching them and 1024 of node 2's
// through the caches.

#include <stdio.h>

#include "numapack/lab.h"
#include "on_nodes.h"

enum { LINES = 1024, LINE = 64 };

static void store_lines(char* streaming, char* into_caches) {
#if defined(__x86_64__)
  int left = LINES;
  __asm__ volatile(NUMAPACK_LAB_MARK_TEXT(1) "\n"
                   "1: movntdq %%xmm0, (%0)\n"
                   "movntdq %%xmm0, 16(%0)\n"
                   "movntdq %%xmm0, 32(%0)\n"
                   "movntdq %%xmm0, 48(%0)\n"
                   "movdqa %%xmm0, (%1)\n"
                   "add $64, %0\n"
                   "add $64, %1\n"
                   "dec %%ecx\n"
                   "jnz 1b\n"
                   "sfence\n" NUMAPACK_LAB_MARK_TEXT(0)
                   : "+r"(streaming), "+r"(into_caches), "+c"(left)
                   :
                   : "memory", "cc");
#else
  unsigned long id;
  __asm__("mrs %0, dczid_el0" : "=r"(id));
  const unsigned long block = 4UL << (id & 15);
  char* const end = streaming + (long)LINES * LINE;
  __asm__ volatile(NUMAPACK_LAB_MARK_TEXT(1) "\n"
                   "1: dc zva, %0\n"
                   "str xzr, [%0]\n"
                   "add %0, %0, %2\n"
                   "cmp %0, %3\n"
                   "b.lo 1b\n"
                   "2: stp q0, q0, [%1]\n"
                   "add %1, %1, #64\n"
                   "cmp %1, %4\n"
                   "b.lo 2b\n" NUMAPACK_LAB_MARK_TEXT(0)
                   : "+r"(streaming), "+r"(into_caches)
                   : "r"(block), "r"(end), "r"(into_caches + (long)LINES * LINE)
                   : "memory", "cc");
#endif
}

int main(void) {
  stay_on_cpu_0();
  char* const streaming = memory_on_node(3, LINES * LINE);
  char* const into_caches = memory_on_node(2, LINES * LINE);
  for (int i = 0; i < LINES * LINE; i += 4096) streaming[i] = into_caches[i] = 1;
  store_lines(streaming, into_caches);
  puts("done");
  return 0;
}
