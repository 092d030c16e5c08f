// SPDX-License-Identifier: BSD-3-Clause
#include "model/cache.h"

#include <stdlib.h>

bool cache_create(struct Cache* cache, struct CacheForm form) {
  *cache = (struct Cache){.sets = form.sets, .ways = form.ways};
  if (form.sets == 0) return true;
  if ((form.sets & (form.sets - 1)) == 0) cache->mask = form.sets - 1;
  const size_t lines = (size_t)form.sets * form.ways;
  cache->tags = calloc(lines, sizeof *cache->tags);
  cache->stamps = calloc(lines, sizeof *cache->stamps);
  return cache->tags != NULL && cache->stamps != NULL;
}

void cache_destroy(struct Cache* cache) {
  free(cache->tags);
  free(cache->stamps);
  *cache = (struct Cache){0};
}

uint64_t cache_insert(struct Cache* cache, uint64_t line, bool writable) {
  uint32_t at = 0;
  const uint64_t tag = line << 2 | (writable ? CACHE_WRITABLE : 0) | CACHE_VALID;
  uint64_t victim = NO_LINE;
  if (cache_find(cache, line, &at) == 0) {
    at = cache_set(cache, line) * cache->ways;
    uint32_t oldest = 0;
    for (uint32_t i = at, end = at + cache->ways; i < end; i++) {
      const uint64_t other = __atomic_load_n(&cache->tags[i], __ATOMIC_RELAXED);
      if (other == 0) {
        at = i;
        victim = NO_LINE;
        break;
      }
      // Ages are differences, so that the clock may wrap.
      const uint32_t age = cache->clock - __atomic_load_n(&cache->stamps[i], __ATOMIC_RELAXED);
      if (victim == NO_LINE || age > oldest) {
        oldest = age;
        at = i;
        victim = other >> 2;
      }
    }
  }
  __atomic_store_n(&cache->tags[at], tag, __ATOMIC_RELAXED);
  cache_use(cache, at);
  return victim;
}

bool cache_remove(struct Cache* cache, uint64_t line) {
  uint32_t at = 0;
  if (cache_find(cache, line, &at) == 0) return false;
  __atomic_store_n(&cache->tags[at], 0, __ATOMIC_RELAXED);
  return true;
}

void cache_protect(struct Cache* cache, uint64_t line) {
  uint32_t at = 0;
  const uint64_t tag = cache_find(cache, line, &at);
  if (tag != 0) __atomic_store_n(&cache->tags[at], tag & ~(uint64_t)CACHE_WRITABLE, __ATOMIC_RELAXED);
}
