// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "model/spin_lock.h"

/// Who holds a line. What the directory says under the entry's lock is true, except that a cache may just
/// have thrown the line out and not have said so yet.
struct DirectoryEntry {
  uint64_t holders[LAB_GROUPS / 64];  ///< private caches, one bit a group
  uint32_t shared;                    ///< third-level caches, one bit a node
  uint16_t owner;                     ///< who must write it back: OWNER_NONE, owner_group(), owner_node()
  uint8_t writer;  ///< 1 + the CPU that stored last since the line came from memory; 0: none
  SpinLock lock;
};

enum { OWNER_NONE = 0, OWNER_NODE_BIT = 0x8000 };

static inline uint16_t owner_group(unsigned group) { return (uint16_t)(group + 1); }
static inline uint16_t owner_node(unsigned node) { return (uint16_t)(OWNER_NODE_BIT | node); }
static inline bool is_node(uint16_t owner) { return (owner & OWNER_NODE_BIT) != 0; }
static inline unsigned group_of(uint16_t owner) { return owner - 1u; }
static inline unsigned node_of(uint16_t owner) { return owner & ~(unsigned)OWNER_NODE_BIT; }

static inline bool holds(const struct DirectoryEntry* entry, unsigned group) {
  return (entry->holders[group / 64] >> (group % 64) & 1) != 0;
}
static inline void add_holder(struct DirectoryEntry* entry, unsigned group) {
  entry->holders[group / 64] |= UINT64_C(1) << (group % 64);
}
static inline void drop_holder(struct DirectoryEntry* entry, unsigned group) {
  entry->holders[group / 64] &= ~(UINT64_C(1) << (group % 64));
}

enum { CHUNK_LINES = 1 << 16 };

struct DirectoryChunk {
  struct DirectoryChunk* next;
  uint64_t first_line;
  struct DirectoryEntry entries[CHUNK_LINES];
};

/// An entry for each line that was ever accessed, in chunks made when first needed.
struct Directory {
  struct DirectoryChunk** chunks;
  uint64_t chunk_count;
  struct DirectoryChunk* made;  ///< all of them, newest first
};

/// Room for lines below `lines`. False if there is no memory.
bool directory_create(struct Directory* directory, uint64_t lines);
void directory_destroy(struct Directory* directory);

/// NULL if the line is beyond the directory or there is no memory. Any thread.
struct DirectoryEntry* directory_entry(struct Directory* directory, uint64_t line);

/// Calls `visit` with each line that has an owner. Nobody else may use the directory.
void directory_each_owned(const struct Directory* directory,
                          void (*visit)(void* context, uint64_t line, uint16_t owner), void* context);
