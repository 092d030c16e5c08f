// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which addresses belong to which node, learnt from pages that the guest touched and whose node it knows.
///
/// Which addresses a plugin sees depends on QEMU. Those of the machine (10.0) are what the configuration
/// says, which every page must bear out: neighbours' memory is without a gap there, and a node's may have
/// one, for devices. Otherwise (7.2: places in QEMU's own memory) each node's memory is one stretch, of known
/// length. What was touched bounds it from inside, the length from outside, and neighbours share what is left
/// between them.
struct MemoryMap {
  unsigned nodes;
  uint64_t memory[LAB_NODES];
  uint64_t pages[LAB_NODES];  ///< touched; 0: the node was not seen
  uint64_t first[LAB_NODES];  ///< least and greatest address touched
  uint64_t last[LAB_NODES];
  unsigned told;       ///< stretches of the configuration; 0 once a page lies elsewhere
  unsigned stretches;  ///< in order of addresses, if they were learnt
  struct Stretch stretch[LAB_STRETCHES];
  bool complete;
  struct LabMessage trouble;  ///< empty: none
};

void memory_map_begin(struct MemoryMap* map, const struct LabConfig* config);

/// The page that holds `address` lies on `node`. Callers take turns.
void memory_map_touch(struct MemoryMap* map, unsigned node, uint64_t address);

/// Ends learning. False, with the contradiction in `trouble`, if it cannot be true.
bool memory_map_end(struct MemoryMap* map);

/// The node of an address, or -1 if it belongs to none. Any thread, once learning has ended.
static inline int memory_map_node(const struct MemoryMap* map, uint64_t address) {
  for (unsigned i = 0; i < map->stretches; i++)
    if (address - map->stretch[i].begin < map->stretch[i].end - map->stretch[i].begin)
      return (int)map->stretch[i].node;
  return -1;
}

#ifdef __cplusplus
}
#endif
