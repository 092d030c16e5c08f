// SPDX-License-Identifier: BSD-3-Clause
// Four threads: 0 and 3 hand lines to each other, and 1 and 2.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { threads = 4, lines = 256, rounds = 64, line_bytes = 64 };

static _Alignas(line_bytes) volatile char memory[2][lines][line_bytes];
static struct { _Alignas(line_bytes) atomic_int turn; } pairs[2];

/// Writes what the partner wrote the round before.
static void* exchange(void* const number) {
  const int thread = *(const int*)number;
  const int pair = thread == 0 || thread == 3 ? 0 : 1, side = thread < 2 ? 0 : 1;
  for (int round = 0; round < rounds; round++) {
    while (atomic_load(&pairs[pair].turn) != 2 * round + side) sched_yield();
    for (int line = 0; line < lines; line++) memory[pair][line][0]++;
    atomic_fetch_add(&pairs[pair].turn, 1);
  }
  return 0;
}

int main(void) {
  static const int numbers[threads] = {0, 1, 2, 3};
  pthread_t others[threads];
  for (int thread = 1; thread < threads; thread++)
    if (pthread_create(&others[thread], 0, exchange, (void*)&numbers[thread])) return 1;
  exchange((void*)&numbers[0]);
  for (int thread = 1; thread < threads; thread++) pthread_join(others[thread], 0);
  puts(memory[0][lines - 1][0] == memory[1][0][0] ? "done" : "lost");
  return 0;
}
