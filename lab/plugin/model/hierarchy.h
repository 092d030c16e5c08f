// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "model/memory_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The caches of a machine and what they let through: feed it accesses, read the counts.
///
/// Private first and second level, third level shared by a node; least recently used; write-allocate,
/// write-back. The second level includes the first; the third receives every line that comes into the node
/// and every line that a second level throws out, and may forget lines that private caches still hold. A
/// directory knows who holds each line. A store removes all other copies. A dirty line stays dirty where it
/// is when others read it (the O of MOESI) and is written home once, when its last owner throws it out.
///
/// A miss is served by: a cache of the own node; else the cache of another node that holds it dirty; else its
/// home. The last two leave the node and are reads, also when a store caused them (a line is fetched before
/// it is written); write-backs are writes. A store around the caches fetches nothing: it is a write when its
/// line is whole, or when its buffer is needed for another line.
struct Hierarchy;

/// Counts of one CPU, by the node at the other end.
struct CpuCounts {
  uint64_t instructions;
  uint64_t loads;
  uint64_t stores;
  uint64_t line_accesses;
  uint64_t l1_load_misses;     ///< loads of lines that the first level did not have
  uint64_t hits[LEVEL_LOCAL];  ///< LEVEL_L1 to LEVEL_SAME_NODE
  uint64_t invalidations;
  uint64_t unplaced;
  uint64_t reads[LAB_NODES];
  uint64_t writes[LAB_NODES];
  uint64_t cache_to_cache[LAB_NODES];
  uint64_t taken_over[LAB_CPUS];  ///< lines that came from a cache and that this other CPU had stored last;
                                  ///< CPUs that share a private cache count as the one that fetched the line
};

/// Both are kept by reference and must outlive it; the map may change until the first access. NULL: no memory
/// for it.
struct Hierarchy* hierarchy_create(const struct LabConfig* config, const struct MemoryMap* map);
void hierarchy_destroy(struct Hierarchy* hierarchy);

/// One access of a CPU to a line (address divided by the line's size). One thread at a time for each CPU;
/// different CPUs may be fed at the same time.
void hierarchy_access(struct Hierarchy* hierarchy, unsigned cpu, uint64_t line, bool store);

/// A store around the caches (x86's MOVNT…) of so many bytes of one line: no cache keeps a copy; a dirty one
/// goes home first, counted as this CPU's write. Otherwise as hierarchy_access().
void hierarchy_stream(struct Hierarchy* hierarchy, unsigned cpu, uint64_t line, unsigned bytes);

/// A CPU makes a line its own, in order to overwrite it: as a store, but nobody sends its content (ARM's DC
/// ZVA). Without caches: nothing.
void hierarchy_claim(struct Hierarchy* hierarchy, unsigned cpu, uint64_t line);

/// Of this CPU; its own thread may change them.
struct CpuCounts* hierarchy_counts(struct Hierarchy* hierarchy, unsigned cpu);

/// Dirty lines in caches and lines in write-combining buffers now, by node of the CPU and home. Nobody may
/// feed accesses meanwhile.
void hierarchy_dirty(struct Hierarchy* hierarchy, uint64_t dirty[LAB_NODES][LAB_NODES]);

#ifdef __cplusplus
}
#endif
