// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One set-associative cache with least-recently-used replacement: which lines are in it, and which of them
/// may be written. Changes need the lock of whoever owns the cache; `cache_hit` alone may run next to them.
struct Cache {
  uint32_t sets;  ///< 0: no cache
  uint32_t ways;
  uint32_t mask;  ///< sets - 1 if that is a power of two, else 0
  uint32_t clock;
  uint32_t* stamps;
  uint64_t* tags;  ///< line << 2 | CACHE_WRITABLE | CACHE_VALID
};

enum { CACHE_VALID = 1, CACHE_WRITABLE = 2 };
#define NO_LINE UINT64_MAX

/// False if there is no memory for it.
bool cache_create(struct Cache* cache, struct CacheForm form);
void cache_destroy(struct Cache* cache);

/// Puts a line in, or changes it if it is there. Returns the line thrown out, or NO_LINE.
uint64_t cache_insert(struct Cache* cache, uint64_t line, bool writable);

/// False if it was not there.
bool cache_remove(struct Cache* cache, uint64_t line);
void cache_protect(struct Cache* cache, uint64_t line);

static inline uint32_t cache_set(const struct Cache* cache, uint64_t line) {
  // Neighbouring lines in neighbouring sets; upper bits added, as large caches hash them, so that a power of
  // two as leading dimension does not fill one set only.
  const uint32_t mixed = (uint32_t)(line + (line >> 13) + (line >> 25));
  return cache->mask != 0 ? mixed & cache->mask : mixed % cache->sets;
}

/// The tag of a line and where it is, or 0. Does not count as a use.
static inline uint64_t cache_find(const struct Cache* cache, uint64_t line, uint32_t* at) {
  const uint32_t first = cache_set(cache, line) * cache->ways;
  const uint64_t wanted = line << 2 | CACHE_WRITABLE | CACHE_VALID;
  for (uint32_t i = first; i < first + cache->ways; i++) {
    const uint64_t tag = __atomic_load_n(&cache->tags[i], __ATOMIC_RELAXED);
    if ((tag | CACHE_WRITABLE) == wanted) {
      *at = i;
      return tag;
    }
  }
  return 0;
}

static inline void cache_use(struct Cache* cache, uint32_t at) {
  // Only the CPU that owns a first-level cache uses it, all others are used under a lock: no lost updates.
  const uint32_t now = __atomic_load_n(&cache->clock, __ATOMIC_RELAXED) + 1;
  __atomic_store_n(&cache->clock, now, __ATOMIC_RELAXED);
  __atomic_store_n(&cache->stamps[at], now, __ATOMIC_RELAXED);
}

#ifdef __cplusplus
}
#endif
