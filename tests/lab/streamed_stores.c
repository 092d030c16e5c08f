// SPDX-License-Identifier: BSD-3-Clause
// Between marks, CPU 0 writes 1024 lines of node 3's memory with streaming stores and 1024 of node 2's
// through the caches. On machines without streaming stores: nothing.

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
  (void)streaming;
  (void)into_caches;
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
