// SPDX-License-Identifier: BSD-3-Clause
#include "model/hierarchy.h"

#include <stdlib.h>
#include <string.h>

#include "model/hierarchy_state.h"

struct Hierarchy* hierarchy_create(const struct LabConfig* config, const struct MemoryMap* map) {
  struct Hierarchy* const h = aligned_alloc(HOST_LINE, sizeof *h);
  if (h == NULL) return NULL;
  memset(h, 0, sizeof *h);
  h->config = config;
  h->map = map;
  const bool two_levels = config->l2[0].sets != 0;
  h->cached = two_levels || config->l1[0].sets != 0;
  h->private_level = two_levels ? LEVEL_L2 : LEVEL_L1;
  // As far as QEMU's plugin addresses of the largest machines reach, with room: 4 TiB; untouched parts cost
  // nothing.
  bool good = directory_create(&h->directory, (UINT64_C(1) << 42) / config->line_bytes);
  for (unsigned g = 0; g < config->groups; g++) {
    h->group[g].node = config->group_node[g];
    good &= cache_create(&h->group[g].cache, two_levels ? config->l2[g] : config->l1[g]);
  }
  for (unsigned c = 0; c < config->cpus; c++) {
    struct Group* const group = &h->group[config->cpu_group[c]];
    group->member[group->members++] = c;
    if (two_levels) good &= cache_create(&h->cpu[c].l1, config->l1[c]);
  }
  for (unsigned n = 0; n < config->nodes; n++) good &= cache_create(&h->shared[n].cache, config->l3[n]);
  if (good) return h;
  hierarchy_destroy(h);
  return NULL;
}

void hierarchy_destroy(struct Hierarchy* h) {
  if (h == NULL) return;
  directory_destroy(&h->directory);
  for (unsigned g = 0; g < LAB_GROUPS; g++) cache_destroy(&h->group[g].cache);
  for (unsigned c = 0; c < LAB_CPUS; c++) cache_destroy(&h->cpu[c].l1);
  for (unsigned n = 0; n < LAB_NODES; n++) cache_destroy(&h->shared[n].cache);
  free(h);
}

struct CpuCounts* hierarchy_counts(struct Hierarchy* h, unsigned cpu) {
  return &h->cpu[cpu].counts;
}

static void access_without_caches(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store) {
  struct CpuCounts* const counts = &h->cpu[cpu].counts;
  const unsigned home = home_of(h, line, &counts->unplaced);
  if (store)
    counts->writes[home]++;
  else
    counts->reads[home]++;
}

static void access_caches(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store, bool fetches) {
  struct Cpu* const self = &h->cpu[cpu];
  enum Level found = h->private_level;
  uint32_t at = 0;
  if (self->l1.sets != 0) {
    const uint64_t tag = cache_find(&self->l1, line, &at);
    if (tag != 0) {
      if (!store || (tag & CACHE_WRITABLE) != 0) {
        cache_use(&self->l1, at);
        self->counts.hits[LEVEL_L1]++;
        return;
      }
      found = LEVEL_L1;
    }
  }
  struct Group* const group = &h->group[h->config->cpu_group[cpu]];
  spin_lock(&group->lock);
  const uint64_t tag = cache_find(&group->cache, line, &at);
  const bool enough = tag != 0 && (!store || (tag & CACHE_WRITABLE) != 0);
  if (enough) {
    cache_use(&group->cache, at);
    fill_first_level(h, group, cpu, line, store, (tag & CACHE_WRITABLE) != 0);
  }
  spin_unlock(&group->lock);
  if (!store && !(enough && found == LEVEL_L1)) self->counts.l1_load_misses++;
  if (enough)
    self->counts.hits[found]++;
  else
    access_coherently(h, cpu, line, store, fetches, found);
}

void hierarchy_access(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store) {
  h->cpu[cpu].counts.line_accesses++;
  if (h->cached)
    access_caches(h, cpu, line, store, true);
  else
    access_without_caches(h, cpu, line, store);
}

void hierarchy_claim(struct Hierarchy* h, unsigned cpu, uint64_t line) {
  if (!h->cached) return;
  h->cpu[cpu].counts.line_accesses++;
  access_caches(h, cpu, line, true, false);
}

struct DirtySum {
  struct Hierarchy* hierarchy;
  uint64_t (*dirty)[LAB_NODES];
};

static void add_dirty(void* context, uint64_t line, uint16_t owner) {
  const struct DirtySum* const sum = context;
  sum->dirty[node_of_owner(sum->hierarchy, owner)][home_of(sum->hierarchy, line, NULL)]++;
}

void hierarchy_dirty(struct Hierarchy* h, uint64_t dirty[LAB_NODES][LAB_NODES]) {
  memset(dirty, 0, sizeof(uint64_t[LAB_NODES][LAB_NODES]));
  struct DirtySum sum = {h, dirty};
  directory_each_owned(&h->directory, add_dirty, &sum);
  for (unsigned cpu = 0; cpu < h->config->cpus; cpu++)
    for (unsigned i = 0; i < COMBINING_BUFFERS; i++) {
      const struct CombiningBuffer* const buffer = &h->cpu[cpu].buffer[i];
      if (buffer->bytes != 0) dirty[h->config->cpu_node[cpu]][home_of(h, buffer->line, NULL)]++;
    }
}
