// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <linux/mempolicy.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Or ends the process.
static inline void stay_on_cpu(int cpu) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(cpu, &only);
  if (sched_setaffinity(0, sizeof only, &only) != 0) exit(1);
}
static inline void stay_on_cpu_0(void) { stay_on_cpu(0); }

/// Zeros on one node. Ends the process if the kernel does not give them.
static inline void* memory_on_node(unsigned node, size_t bytes) {
  const unsigned long mask = 1ul << node;
  void* const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || syscall(SYS_mbind, memory, bytes, MPOL_BIND, &mask, 33ul, 0) != 0) exit(1);
  return memory;
}
