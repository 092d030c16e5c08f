// SPDX-License-Identifier: BSD-3-Clause
// Tells the plugin of the emulated machine which addresses belong to which node: see ../plugin/README.md.

#include <errno.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "marks.h"

enum { NODES = 32, PAGE = 4096 };

static int refuse(const char* what, int node) {
  fprintf(stderr, "numapack-lab-calibrate: %s on node %d: %s\n", what, node, strerror(errno));
  return 1;
}

/// True if the kernel says that the node has memory.
static bool has_memory(int node) {
  char path[64], word[32];
  unsigned long long kilobytes = 0;
  snprintf(path, sizeof path, "/sys/devices/system/node/node%d/meminfo", node);
  FILE* const file = fopen(path, "r");
  if (file == NULL) return false;
  const int read = fscanf(file, "Node %*d %31s %llu", word, &kilobytes);
  fclose(file);
  return read == 2 && kilobytes != 0;
}

/// Every page of a stretch bound to the node is there, and the kernel says that it is there.
static int fill(char* pages, size_t number, int node) {
  unsigned long mask = 1ul << node;
  if (syscall(SYS_mbind, pages, number * PAGE, MPOL_BIND, &mask, NODES + 1, 0) != 0)
    return refuse("mbind", node);
  madvise(pages, number * PAGE, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < number; i++) pages[i * PAGE] = 1;
  for (size_t i = 0; i < number; i++) {
    void* address = pages + i * PAGE;
    int status = -1;
    if (syscall(SYS_move_pages, 0, 1ul, &address, NULL, &status, 0) != 0) return refuse("move_pages", node);
    if (status == node) continue;
    fprintf(stderr, "numapack-lab-calibrate: a page bound to node %d lies on node %d\n", node, status);
    return 1;
  }
  return 0;
}

static int calibrate_memory(int node, size_t number) {
  char* const pages = mmap(NULL, number * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return refuse("mmap", node);
  const int failed = fill(pages, number, node);
  for (size_t i = 0; i < number && failed == 0; i++) mark_touch(node, pages + i * PAGE);
  munmap(pages, number * PAGE);
  return failed;
}

/// On each CPU that is online: the node that the kernel takes it for.
static int calibrate_cpus(void) {
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) continue;
    unsigned here = 0, node = 0;
    if (syscall(SYS_getcpu, &here, &node, NULL) != 0) return refuse("getcpu", -1);
    if ((int)here == cpu && node < NODES) mark_cpu((int)node);
  }
  return 0;
}

int main(int count, char** arguments) {
  const bool quick = count == 2 && strcmp(arguments[1], "--quick") == 0;
  if (count > 1 && !quick) {
    fprintf(stderr, "usage: numapack-lab-calibrate [--quick]\n");
    return 2;
  }
  mark(MARK_CALIBRATION_BEGIN);
  int failed = calibrate_cpus();
  for (int node = 0; node < NODES && failed == 0; node++)
    if (has_memory(node)) failed = calibrate_memory(node, quick ? 16 : 64);
  // Without the end the plugin refuses to count.
  if (failed == 0) mark(MARK_CALIBRATION_END);
  return failed;
}
