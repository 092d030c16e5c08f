// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sched.h>
#include <stdint.h>

/// A lock of one byte for sections of a few dozen instructions. There may be more vCPUs than host CPUs, so
/// whoever waits long lets the holder run.
typedef uint8_t SpinLock;

static inline void spin_lock(SpinLock* lock) {
  for (unsigned tries = 1; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0; tries++)
    while (__atomic_load_n(lock, __ATOMIC_RELAXED) != 0)
      if (++tries % 64 == 0) sched_yield();
}

static inline void spin_unlock(SpinLock* lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
