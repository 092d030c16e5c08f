// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/cache.h"
#include "model/directory.h"
#include "model/hierarchy.h"
#include "model/spin_lock.h"

// What the files of the hierarchy share, and nobody else sees.
//
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

/// Intel's cores combine in their ten line fill buffers (Optimization Reference Manual, write combining).
enum { COMBINING_BUFFERS = 10 };

struct CombiningBuffer {
  uint64_t line;
  uint64_t since;
  unsigned bytes;  ///< 0: empty
};

struct Cpu {
  _Alignas(HOST_LINE) struct Cache l1;  ///< only if there is a second level
  struct CombiningBuffer buffer[COMBINING_BUFFERS];
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

static inline unsigned home_of(const struct Hierarchy* h, uint64_t line, uint64_t* unplaced) {
  const int node = memory_map_node(h->map, line * h->config->line_bytes);
  if (node >= 0) return (unsigned)node;
  if (unplaced != NULL) ++*unplaced;
  return 0;
}

/// A line leaves for its home: one write.
static inline void write_back(const struct Hierarchy* h, struct CpuCounts* counts, uint64_t line) {
  counts->writes[home_of(h, line, &counts->unplaced)]++;
}

static inline unsigned node_of_owner(const struct Hierarchy* h, uint16_t owner) {
  return is_node(owner) ? node_of(owner) : h->group[group_of(owner)].node;
}

static inline bool has_shared(const struct Hierarchy* h, unsigned node) {
  return h->shared[node].cache.sets != 0;
}

/// Into the node's third level. Returns the line that it throws out, or NO_LINE.
uint64_t insert_shared(struct Hierarchy* h, unsigned node, uint64_t line);

/// Into the first level, which may write without asking only if it alone among its group has the line. Under
/// the group's lock.
void fill_first_level(struct Hierarchy* h, struct Group* group, unsigned cpu, uint64_t line, bool store,
                      bool writable);

/// Tells the directory of lines that an access of this CPU threw out: they go to the third level, or home.
void settle(struct Hierarchy* h, unsigned cpu, struct Evicted evicted);

/// Before a store around the caches: no cache has the line afterwards.
void remove_all_copies(struct Hierarchy* h, uint64_t line, struct CpuCounts* counts);

/// A miss in the private caches, or a store to a line that others may hold, too. `found`: the level that had
/// the line, if the private caches have it. Without `fetches` nobody sends its content.
void access_coherently(struct Hierarchy* h, unsigned cpu, uint64_t line, bool store, bool fetches,
                       enum Level found);
