// SPDX-License-Identifier: BSD-3-Clause
// Preloaded by `numapack pin --each` into a program: its threads are bound one by one, in the order in which
// they are created, to the hardware threads that NUMAPACK_PIN lists (kernel numbers, "0,2,4"; after the last
// the first again). Each writes a line "process thread place cpu error" into the file that
// NUMAPACK_PIN_REPORT names, where `cpu` is what the kernel says afterwards, -1: several. A program that
// binds its threads itself does so later, and wins.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most_cpus = 4096 };

static int cpus[most_cpus];
static int cpu_count;
static atomic_uint threads;
static int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

/// Its place is chosen by who creates the thread: which of several begins first differs from run to run.
struct begin {
  unsigned place;
  void* (*start)(void*);
  void* argument;
};

static void report(unsigned place, int cpu, int error) {
  const char* const file = getenv("NUMAPACK_PIN_REPORT");
  if (file == NULL) return;
  char line[96];
  const int length = snprintf(line, sizeof line, "%ld %ld %u %d %d\n", (long)getpid(), syscall(SYS_gettid),
                              place, cpu, error);
  const int to = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (to < 0) return;
  // Shorter than what a file takes at once; a line that is lost is one that is not shown.
  const ssize_t written = write(to, line, (size_t)length);
  (void)written;
  close(to);
}

static unsigned next_place(void) { return atomic_fetch_add(&threads, 1); }

/// The calling thread. Leaves errno as it is.
static void bind_to(unsigned place) {
  const int before = errno;
  cpu_set_t* const set = CPU_ALLOC(most_cpus);
  const size_t bytes = CPU_ALLOC_SIZE(most_cpus);
  if (set != NULL) {
    CPU_ZERO_S(bytes, set);
    CPU_SET_S((size_t)cpus[place % (unsigned)cpu_count], bytes, set);
    const int error = sched_setaffinity(0, bytes, set) == 0 ? 0 : errno;
    int cpu = -1;
    if (sched_getaffinity(0, bytes, set) == 0 && CPU_COUNT_S(bytes, set) == 1)
      for (int at = 0; at < most_cpus && cpu < 0; ++at)
        if (CPU_ISSET_S((size_t)at, bytes, set)) cpu = at;
    report(place, cpu, error);
    CPU_FREE(set);
  }
  errno = before;
}

static void* begin_bound(void* data) {
  const struct begin begin = *(struct begin*)data;
  free(data);
  bind_to(begin.place);
  return begin.start(begin.argument);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                          void* (*start)(void*), void* argument) {
  if (create == NULL) *(void**)&create = dlsym(RTLD_NEXT, "pthread_create");
  if (create == NULL) return ENOSYS;
  struct begin* const begin = cpu_count > 0 ? malloc(sizeof *begin) : NULL;
  if (begin == NULL) return create(thread, attributes, start, argument);
  begin->place = next_place();
  begin->start = start;
  begin->argument = argument;
  const int error = create(thread, attributes, begin_bound, begin);
  if (error != 0) free(begin);
  return error;
}

__attribute__((constructor)) static void bind_first(void) {
  const char* text = getenv("NUMAPACK_PIN");
  while (text != NULL && *text != '\0' && cpu_count < most_cpus) {
    char* end;
    const long cpu = strtol(text, &end, 10);
    if (end == text || cpu < 0 || cpu >= most_cpus) break;
    cpus[cpu_count++] = (int)cpu;
    text = *end == ',' ? end + 1 : end;
  }
  if (cpu_count > 0) bind_to(next_place());
}
