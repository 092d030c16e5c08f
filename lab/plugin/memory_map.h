#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which addresses belong to which node, learnt from pages that the guest touched and whose node it knows.
///
/// Each node's memory is one stretch of addresses (that is how QEMU allots a memory backend), of known
/// length. What was touched bounds it from inside, the length from outside, and neighbours share what is left
/// between them.
struct MemoryMap {
  unsigned nodes;
  uint64_t memory[LAB_NODES];
  uint64_t pages[LAB_NODES];  ///< touched; 0: the node was not seen
  uint64_t first[LAB_NODES];  ///< least and greatest address touched
  uint64_t last[LAB_NODES];
  unsigned stretches;  ///< in order of addresses
  unsigned stretch_node[LAB_NODES];
  uint64_t stretch_begin[LAB_NODES];
  uint64_t stretch_end[LAB_NODES];
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
    if (address - map->stretch_begin[i] < map->stretch_end[i] - map->stretch_begin[i])
      return (int)map->stretch_node[i];
  return -1;
}

#ifdef __cplusplus
}
#endif
