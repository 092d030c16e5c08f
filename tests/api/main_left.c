// SPDX-License-Identifier: BSD-3-Clause
// main_left LIBRARY main|thread ends|stays: loads libnumapack on its main thread or on another one,
// multiplies, and leaves main() by pthread_exit(). The other thread multiplies once more when the library's
// threads have gone, says "right", and ends, or stays until a signal ends the process.
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*gemm_function)(int, char, char, int64_t, int64_t, int64_t, double, const double*, int64_t,
                             const double*, int64_t, double, double*, int64_t);

static const char* library;
static int stays;

static int numbers_of_threads(void) {
  DIR* const tasks = opendir("/proc/self/task");
  int count = 0;
  for (const struct dirent* task = readdir(tasks); task != NULL; task = readdir(tasks))
    count += task->d_name[0] != '.';
  closedir(tasks);
  return count;
}

static void multiply(void) {
  enum { n = 300 };
  static double a[n * n], c[n * n];
  void* const handle = dlopen(library, RTLD_NOW);
  if (handle == NULL) fprintf(stderr, "%s\n", dlerror()), exit(2);
  gemm_function gemm;
  *(void**)&gemm = dlsym(handle, "numapack_dgemm");
  for (int i = 0; i < n * n; ++i) a[i] = 1;
  if (gemm(102, 'N', 'N', n, n, n, 1, a, n, a, n, 0, c, n) != 0 || c[n + 1] != n) exit(3);
}

static void* work(void* unused) {
  multiply();
  // This thread and the main one, which stays a zombie: the library's have ended, since they had nothing to
  // do.
  while (numbers_of_threads() > 2) usleep(10000);
  multiply();
  puts("right");
  fflush(stdout);
  while (stays) pause();
  return unused;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  library = argv[1];
  stays = strcmp(argv[3], "stays") == 0;
  if (strcmp(argv[2], "main") == 0) multiply();
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  pthread_exit(NULL);
}
