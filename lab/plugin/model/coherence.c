// SPDX-License-Identifier: BSD-3-Clause
// Misses and stores: who serves them, and who loses a copy.

#include "model/hierarchy_state.h"

/// The group no longer has the line: neither do its CPUs' first levels.
static bool remove_from_group(struct Hierarchy* h, struct Group* group, uint64_t line) {
  spin_lock(&group->lock);
  const bool was_there = cache_remove(&group->cache, line);
  for (unsigned i = 0; i < group->members; i++)
    if (h->cpu[group->member[i]].l1.sets != 0) cache_remove(&h->cpu[group->member[i]].l1, line);
  spin_unlock(&group->lock);
  return was_there;
}

/// Whoever writes next must ask first.
static void protect_in_group(struct Hierarchy* h, struct Group* group, uint64_t line) {
  spin_lock(&group->lock);
  cache_protect(&group->cache, line);
  for (unsigned i = 0; i < group->members; i++)
    if (h->cpu[group->member[i]].l1.sets != 0) cache_protect(&h->cpu[group->member[i]].l1, line);
  spin_unlock(&group->lock);
}

void fill_first_level(struct Hierarchy* h, struct Group* group, unsigned cpu, uint64_t line, bool store,
                      bool writable) {
  struct Cpu* const self = &h->cpu[cpu];
  if (self->l1.sets == 0) return;
  for (unsigned i = 0; i < group->members; i++) {
    if (group->member[i] == cpu) continue;
    struct Cache* const other = &h->cpu[group->member[i]].l1;
    if (store)
      self->counts.invalidations += cache_remove(other, line);
    else
      cache_protect(other, line);
  }
  cache_insert(&self->l1, line, store || (writable && group->members == 1));
}

enum { NO_GROUP = LAB_GROUPS };

/// Removes every copy but those of one group and of some nodes' third levels (bits).
static void remove_copies(struct Hierarchy* h, struct DirectoryEntry* entry, unsigned kept_group,
                          uint32_t kept_shared, uint64_t line, struct CpuCounts* counts) {
  for (unsigned word = 0; word < LAB_GROUPS / 64; word++)
    for (uint64_t left = entry->holders[word]; left != 0; left &= left - 1) {
      const unsigned group = word * 64 + (unsigned)__builtin_ctzll(left);
      if (group == kept_group) continue;
      counts->invalidations += remove_from_group(h, &h->group[group], line);
      drop_holder(entry, group);
    }
  for (uint32_t left = entry->shared & ~kept_shared; left != 0; left &= left - 1) {
    struct SharedCache* const shared = &h->shared[__builtin_ctz(left)];
    spin_lock(&shared->lock);
    counts->invalidations += cache_remove(&shared->cache, line);
    spin_unlock(&shared->lock);
  }
  entry->shared &= kept_shared;
}

/// The own node's third level keeps its outdated copy, which nobody will read: the owner is asked first.
static void invalidate_others(struct Hierarchy* h, struct DirectoryEntry* entry, unsigned own, uint64_t line,
                              struct CpuCounts* counts) {
  remove_copies(h, entry, own, UINT32_C(1) << h->group[own].node, line, counts);
}

void remove_all_copies(struct Hierarchy* h, uint64_t line, struct CpuCounts* counts) {
  struct DirectoryEntry* const entry = directory_entry(&h->directory, line);
  if (entry == NULL) return;
  spin_lock(&entry->lock);
  if (entry->owner != OWNER_NONE) write_back(h, counts, line);
  entry->owner = OWNER_NONE;
  entry->writer = 0;
  remove_copies(h, entry, NO_GROUP, 0, line, counts);
  spin_unlock(&entry->lock);
}

/// A private cache of this node that holds the line, other than the own.
static bool in_same_node(const struct Hierarchy* h, const struct DirectoryEntry* entry, unsigned own) {
  for (unsigned word = 0; word < LAB_GROUPS / 64; word++)
    for (uint64_t left = entry->holders[word]; left != 0; left &= left - 1) {
      const unsigned group = word * 64 + (unsigned)__builtin_ctzll(left);
      if (group != own && h->group[group].node == h->group[own].node) return true;
    }
  return false;
}

/// Finds who serves a miss, and counts it. False: memory.
static bool fetch(struct Hierarchy* h, const struct DirectoryEntry* entry, unsigned own, uint64_t line,
                  struct CpuCounts* counts) {
  const unsigned node = h->group[own].node;
  const uint16_t owner = entry->owner;
  const bool owned_by_group = owner != OWNER_NONE && !is_node(owner);
  if (owned_by_group && h->group[group_of(owner)].node == node) {
    counts->hits[LEVEL_SAME_NODE]++;
    return true;
  }
  if ((entry->shared >> node & 1) != 0) {
    counts->hits[LEVEL_L3]++;
    return true;
  }
  if (in_same_node(h, entry, own)) {
    counts->hits[LEVEL_SAME_NODE]++;
    return true;
  }
  unsigned source = home_of(h, line, &counts->unplaced);
  if (owner != OWNER_NONE) {
    source = node_of_owner(h, owner);
    counts->cache_to_cache[source]++;
  }
  counts->reads[source]++;
  return owner != OWNER_NONE;
}

/// What one CPU has stored another one fetches from a cache.
static void take_over(const struct Hierarchy* h, struct DirectoryEntry* entry, unsigned own, bool from_cache,
                      struct CpuCounts* counts) {
  if (!from_cache) entry->writer = 0;
  if (entry->writer != 0 && h->config->cpu_group[entry->writer - 1] != own)
    counts->taken_over[entry->writer - 1]++;
}

void access_coherently(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store, bool fetches,
                       enum Level found) {
  const unsigned own = h->config->cpu_group[cpu];
  struct Group* const group = &h->group[own];
  struct CpuCounts* const counts = &h->cpu[cpu].counts;
  struct Evicted evicted = {NO_LINE, NO_LINE};
  struct DirectoryEntry* const entry = directory_entry(&h->directory, line);
  if (entry == NULL) {
    counts->unplaced++;
    counts->reads[0]++;
    return;
  }
  spin_lock(&entry->lock);
  spin_lock(&group->lock);
  uint32_t at = 0;
  const bool held = cache_find(&group->cache, line, &at) != 0;
  spin_unlock(&group->lock);

  if (held) {
    counts->hits[found]++;
  } else {
    if (fetches) take_over(h, entry, own, fetch(h, entry, own, line, counts), counts);
    if (has_shared(h, group->node)) {
      evicted.from_shared = insert_shared(h, group->node, line);
      entry->shared |= UINT32_C(1) << group->node;
    }
  }
  if (store) {
    invalidate_others(h, entry, own, line, counts);
    entry->owner = owner_group(own);
    entry->writer = (uint8_t)(cpu + 1);
  } else if (entry->owner != OWNER_NONE && !is_node(entry->owner) && group_of(entry->owner) != own) {
    struct Group* const owner = &h->group[group_of(entry->owner)];
    protect_in_group(h, owner, line);
    // The third level has just taken the line: from now on it answers for it.
    if (owner->node == group->node && has_shared(h, group->node)) entry->owner = owner_node(group->node);
  }

  spin_lock(&group->lock);
  const bool writable =
      entry->owner == owner_group(own) && (store || (cache_find(&group->cache, line, &at) & CACHE_WRITABLE));
  evicted.from_group = cache_insert(&group->cache, line, writable);
  if (evicted.from_group != NO_LINE)
    for (unsigned i = 0; i < group->members; i++)
      if (h->cpu[group->member[i]].l1.sets != 0)
        cache_remove(&h->cpu[group->member[i]].l1, evicted.from_group);
  fill_first_level(h, group, cpu, line, store, writable);
  spin_unlock(&group->lock);
  add_holder(entry, own);
  spin_unlock(&entry->lock);
  settle(h, cpu, evicted);
}
