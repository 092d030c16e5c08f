// SPDX-License-Identifier: BSD-3-Clause
// Lines that leave a cache: into the third level, or home.

#include "model/hierarchy_state.h"

uint64_t insert_shared(struct Hierarchy* h, unsigned node, uint64_t line) {
  struct SharedCache* const shared = &h->shared[node];
  spin_lock(&shared->lock);
  const uint64_t victim = cache_insert(&shared->cache, line, false);
  spin_unlock(&shared->lock);
  return victim;
}

/// Whether a line that was thrown out is in again by now.
static bool returned(SpinLock* lock, const struct Cache* cache, uint64_t line) {
  uint32_t at = 0;
  spin_lock(lock);
  const bool found = cache_find(cache, line, &at) != 0;
  spin_unlock(lock);
  return found;
}

/// After a second level threw the line out: the third level takes it, or memory if it was dirty. Returns what
/// the third level throws out for it.
static uint64_t settle_group_eviction(struct Hierarchy* h, unsigned group_index, uint64_t line,
                                      struct CpuCounts* counts) {
  struct DirectoryEntry* const entry = directory_entry(&h->directory, line);
  struct Group* const group = &h->group[group_index];
  uint64_t victim = NO_LINE;
  spin_lock(&entry->lock);
  // If it is no holder either, a store elsewhere was quicker, and this copy was void.
  if (!returned(&group->lock, &group->cache, line) && holds(entry, group_index)) {
    drop_holder(entry, group_index);
    const bool dirty = entry->owner == owner_group(group_index);
    if (has_shared(h, group->node)) {
      victim = insert_shared(h, group->node, line);
      entry->shared |= UINT32_C(1) << group->node;
      if (dirty) entry->owner = owner_node(group->node);
    } else if (dirty) {
      write_back(h, counts, line);
      entry->owner = OWNER_NONE;
    }
  }
  spin_unlock(&entry->lock);
  return victim;
}

static void settle_shared_eviction(struct Hierarchy* h, unsigned node, uint64_t line,
                                   struct CpuCounts* counts) {
  struct DirectoryEntry* const entry = directory_entry(&h->directory, line);
  struct SharedCache* const shared = &h->shared[node];
  spin_lock(&entry->lock);
  if (!returned(&shared->lock, &shared->cache, line) && (entry->shared >> node & 1) != 0) {
    entry->shared &= ~(UINT32_C(1) << node);
    if (entry->owner == owner_node(node)) {
      write_back(h, counts, line);
      entry->owner = OWNER_NONE;
    }
  }
  spin_unlock(&entry->lock);
}

void settle(struct Hierarchy* h, unsigned cpu, struct Evicted evicted) {
  const unsigned group = h->config->cpu_group[cpu], node = h->config->cpu_node[cpu];
  struct CpuCounts* const counts = &h->cpu[cpu].counts;
  if (evicted.from_shared != NO_LINE) settle_shared_eviction(h, node, evicted.from_shared, counts);
  if (evicted.from_group == NO_LINE) return;
  const uint64_t next = settle_group_eviction(h, group, evicted.from_group, counts);
  if (next != NO_LINE) settle_shared_eviction(h, node, next, counts);
}
