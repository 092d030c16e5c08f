#include "hierarchy.h"

#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "directory.h"

// Locks, always in this order: an entry of the directory, then one cache. A hit in the first level takes
// none, a hit in the second that cache's. Lines thrown out are reported to the directory after all locks are
// given back.

enum { HOST_LINE = 64 };

struct Group {
  _Alignas(HOST_LINE) SpinLock lock;  ///< also of the first-level caches of its CPUs
  struct Cache cache;
  unsigned node;
  unsigned members;
  unsigned member[LAB_CPUS];
};

struct SharedCache {
  _Alignas(HOST_LINE) SpinLock lock;
  struct Cache cache;
};

struct Cpu {
  _Alignas(HOST_LINE) struct Cache l1;  ///< only if there is a second level
  struct CpuCounts counts;
};

struct Hierarchy {
  const struct LabConfig* config;
  const struct MemoryMap* map;
  bool cached;
  enum Level private_level;  ///< as which the groups' caches count
  struct Directory directory;
  struct Group group[LAB_GROUPS];
  struct SharedCache shared[LAB_NODES];
  struct Cpu cpu[LAB_CPUS];
};

/// Lines that an access threw out of a cache and that the directory must still hear of.
struct Evicted {
  uint64_t from_group;
  uint64_t from_shared;
};

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

static unsigned home_of(const struct Hierarchy* h, uint64_t line, uint64_t* unplaced) {
  const int node = memory_map_node(h->map, line * h->config->line_bytes);
  if (node >= 0) return (unsigned)node;
  if (unplaced != NULL) ++*unplaced;
  return 0;
}

static unsigned node_of_owner(const struct Hierarchy* h, uint16_t owner) {
  return is_node(owner) ? node_of(owner) : h->group[group_of(owner)].node;
}

static void write_back(struct Hierarchy* h, struct CpuCounts* counts, uint64_t line) {
  counts->writes[home_of(h, line, &counts->unplaced)]++;
}

static uint64_t insert_shared(struct Hierarchy* h, unsigned node, uint64_t line) {
  struct SharedCache* const shared = &h->shared[node];
  spin_lock(&shared->lock);
  const uint64_t victim = cache_insert(&shared->cache, line, false);
  spin_unlock(&shared->lock);
  return victim;
}

static bool has_shared(const struct Hierarchy* h, unsigned node) { return h->shared[node].cache.sets != 0; }

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

/// Into the first level, which may write without asking only if it alone among its group has the line.
static void fill_first_level(struct Hierarchy* h, struct Group* group, unsigned cpu, uint64_t line,
                             bool store, bool writable) {
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

/// Removes every copy but this group's. The own node's third level keeps its outdated one, which nobody will
/// read: the owner is asked first.
static void invalidate_others(struct Hierarchy* h, struct DirectoryEntry* entry, unsigned own, uint64_t line,
                              struct CpuCounts* counts) {
  for (unsigned word = 0; word < LAB_GROUPS / 64; word++)
    for (uint64_t left = entry->holders[word]; left != 0; left &= left - 1) {
      const unsigned group = word * 64 + (unsigned)__builtin_ctzll(left);
      if (group == own) continue;
      counts->invalidations += remove_from_group(h, &h->group[group], line);
      drop_holder(entry, group);
    }
  const uint32_t own_bit = UINT32_C(1) << h->group[own].node;
  for (uint32_t left = entry->shared & ~own_bit; left != 0; left &= left - 1) {
    struct SharedCache* const shared = &h->shared[__builtin_ctz(left)];
    spin_lock(&shared->lock);
    counts->invalidations += cache_remove(&shared->cache, line);
    spin_unlock(&shared->lock);
  }
  entry->shared &= own_bit;
}

/// After a second level threw the line out: the third level takes it, or memory if it was dirty. Returns what
/// the third level throws out for it.
static uint64_t settle_group_eviction(struct Hierarchy* h, unsigned group_index, uint64_t line,
                                      struct CpuCounts* counts) {
  struct DirectoryEntry* const entry = directory_entry(&h->directory, line);
  struct Group* const group = &h->group[group_index];
  uint64_t victim = NO_LINE;
  uint32_t at = 0;
  spin_lock(&entry->lock);
  spin_lock(&group->lock);
  const bool returned = cache_find(&group->cache, line, &at) != 0;
  spin_unlock(&group->lock);
  // If it is no holder either, a store elsewhere was quicker, and this copy was void.
  if (!returned && holds(entry, group_index)) {
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
  uint32_t at = 0;
  spin_lock(&entry->lock);
  spin_lock(&shared->lock);
  const bool returned = cache_find(&shared->cache, line, &at) != 0;
  spin_unlock(&shared->lock);
  if (!returned && (entry->shared >> node & 1) != 0) {
    entry->shared &= ~(UINT32_C(1) << node);
    if (entry->owner == owner_node(node)) {
      write_back(h, counts, line);
      entry->owner = OWNER_NONE;
    }
  }
  spin_unlock(&entry->lock);
}

static void settle(struct Hierarchy* h, unsigned cpu, struct Evicted evicted) {
  const unsigned group = h->config->cpu_group[cpu], node = h->config->cpu_node[cpu];
  struct CpuCounts* const counts = &h->cpu[cpu].counts;
  if (evicted.from_shared != NO_LINE) settle_shared_eviction(h, node, evicted.from_shared, counts);
  if (evicted.from_group == NO_LINE) return;
  const uint64_t next = settle_group_eviction(h, group, evicted.from_group, counts);
  if (next != NO_LINE) settle_shared_eviction(h, node, next, counts);
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

/// Finds who serves a miss, and counts it.
static void fetch(struct Hierarchy* h, const struct DirectoryEntry* entry, unsigned own, uint64_t line,
                  struct CpuCounts* counts) {
  const unsigned node = h->group[own].node;
  const uint16_t owner = entry->owner;
  const bool owned_by_group = owner != OWNER_NONE && !is_node(owner);
  if (owned_by_group && h->group[group_of(owner)].node == node) {
    counts->hits[LEVEL_SAME_NODE]++;
    return;
  }
  if ((entry->shared >> node & 1) != 0) {
    counts->hits[LEVEL_L3]++;
    return;
  }
  if (in_same_node(h, entry, own)) {
    counts->hits[LEVEL_SAME_NODE]++;
    return;
  }
  unsigned source = home_of(h, line, &counts->unplaced);
  if (owner != OWNER_NONE) {
    source = node_of_owner(h, owner);
    counts->cache_to_cache[source]++;
  }
  counts->reads[source]++;
}

/// A miss in the private caches, or a store to a line that others may hold, too.
static void access_coherently(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store,
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
    fetch(h, entry, own, line, counts);
    if (has_shared(h, group->node)) {
      evicted.from_shared = insert_shared(h, group->node, line);
      entry->shared |= UINT32_C(1) << group->node;
    }
  }
  if (store) {
    invalidate_others(h, entry, own, line, counts);
    entry->owner = owner_group(own);
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

static void access_without_caches(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store) {
  struct CpuCounts* const counts = &h->cpu[cpu].counts;
  const unsigned home = home_of(h, line, &counts->unplaced);
  if (store)
    counts->writes[home]++;
  else
    counts->reads[home]++;
}

void hierarchy_access(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store) {
  struct Cpu* const self = &h->cpu[cpu];
  self->counts.line_accesses++;
  if (!h->cached) {
    access_without_caches(h, cpu, line, store);
    return;
  }

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
  if (enough)
    self->counts.hits[found]++;
  else
    access_coherently(h, cpu, line, store, found);
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
}
