// SPDX-License-Identifier: BSD-3-Clause
// Accesses whose number is known exactly: CPU 0 reads a line of each node's memory 1000 times and writes the
// next one 500 times, between marks, and nothing else.

#include <stdio.h>

#include "numapack/lab.h"
#include "on_nodes.h"

static void access_exactly(void* page) {
#if defined(__x86_64__)
  // Five instructions a round, and a sixth in every other.
  __asm__ volatile(NUMAPACK_LAB_MARK_TEXT(1) "\n"
                   "1: mov (%0), %%rax\n"
                   "test $1, %%ecx\n"
                   "jz 2f\n"
                   "mov %%rax, 64(%0)\n"
                   "2: dec %%ecx\n"
                   "jnz 1b\n" NUMAPACK_LAB_MARK_TEXT(0)
                   :
                   : "r"(page), "c"(1000)
                   : "rax", "memory", "cc");
#elif defined(__aarch64__)
  // Four instructions a round, and a fifth in every other.
  register long rounds __asm__("x1") = 1000;
  __asm__ volatile(NUMAPACK_LAB_MARK_TEXT(1) "\n"
                   "1: ldr x9, [%1]\n"
                   "tbz x1, #0, 2f\n"
                   "str x9, [%1, #64]\n"
                   "2: sub x1, x1, #1\n"
                   "cbnz x1, 1b\n" NUMAPACK_LAB_MARK_TEXT(0)
                   : "+r"(rounds)
                   : "r"(page)
                   : "x9", "memory");
#else
  (void)page;
#endif
}

int main(void) {
  stay_on_cpu_0();
  for (unsigned node = 0; node < 4; node++) {
    char* const page = memory_on_node(node, 4096);
    page[0] = 1;
    // The instructions' page is in memory by now or becomes so without counting: only user space counts.
    access_exactly(page);
  }
  puts("done");
  return 0;
}
