#include "memory_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PAGE = 4096 };

void memory_map_begin(struct MemoryMap* map, const struct LabConfig* config) {
  memset(map, 0, sizeof *map);
  map->nodes = config->nodes;
  memcpy(map->memory, config->node_memory, sizeof map->memory);
}

void memory_map_touch(struct MemoryMap* map, unsigned node, uint64_t address) {
  if (node >= map->nodes) {
    snprintf(map->trouble.text, sizeof map->trouble.text,
             "calibration: the guest has memory on node %u, but the machine has %u nodes", node, map->nodes);
    return;
  }
  const uint64_t page = address & ~(uint64_t)(PAGE - 1);
  if (map->pages[node] == 0 || page < map->first[node]) map->first[node] = page;
  if (map->pages[node] == 0 || page > map->last[node]) map->last[node] = page;
  map->pages[node]++;
}

/// Nodes with memory in order of their addresses; their stretches as touched.
static void sort_stretches(struct MemoryMap* map) {
  map->stretches = 0;
  for (unsigned node = 0; node < map->nodes; node++) {
    if (map->pages[node] == 0) continue;
    unsigned at = map->stretches++;
    for (; at > 0 && map->stretch_begin[at - 1] > map->first[node]; at--) {
      map->stretch_node[at] = map->stretch_node[at - 1];
      map->stretch_begin[at] = map->stretch_begin[at - 1];
      map->stretch_end[at] = map->stretch_end[at - 1];
    }
    map->stretch_node[at] = node;
    map->stretch_begin[at] = map->first[node];
    map->stretch_end[at] = map->last[node] + PAGE;
  }
}

/// Each stretch as far as its node's memory can reach; what two could reach is halved.
static void widen_stretches(struct MemoryMap* map) {
  uint64_t least[LAB_NODES], most[LAB_NODES];
  for (unsigned i = 0; i < map->stretches; i++) {
    const uint64_t memory = map->memory[map->stretch_node[i]];
    least[i] = map->stretch_end[i] > memory ? map->stretch_end[i] - memory : 0;
    most[i] = map->stretch_begin[i] + memory;
  }
  for (unsigned i = 0; i + 1 < map->stretches; i++) {
    const uint64_t begin = map->stretch_end[i], end = map->stretch_begin[i + 1];
    if (most[i] > end) most[i] = end;
    if (least[i + 1] < begin) least[i + 1] = begin;
    if (least[i + 1] < most[i]) most[i] = least[i + 1] = least[i + 1] + (most[i] - least[i + 1]) / 2;
  }
  memcpy(map->stretch_begin, least, sizeof least);
  memcpy(map->stretch_end, most, sizeof most);
}

bool memory_map_end(struct MemoryMap* map) {
  char* const trouble = map->trouble.text;
  const size_t room = sizeof map->trouble.text;
  for (unsigned node = 0; node < map->nodes && trouble[0] == '\0'; node++) {
    const uint64_t seen = map->pages[node] == 0 ? 0 : map->last[node] - map->first[node] + PAGE;
    if (seen == 0 && map->memory[node] != 0)
      snprintf(trouble, room, "calibration: no page of node %u was touched", node);
    else if (seen > map->memory[node])
      snprintf(trouble, room, "calibration: node %u has %" PRIu64 " bytes, but pages %" PRIu64 " bytes apart",
               node, map->memory[node], seen);
  }
  sort_stretches(map);
  for (unsigned i = 0; i + 1 < map->stretches && trouble[0] == '\0'; i++)
    if (map->stretch_end[i] > map->stretch_begin[i + 1])
      snprintf(trouble, room, "calibration: pages of node %u lie between pages of node %u",
               map->stretch_node[i + 1], map->stretch_node[i]);
  map->complete = trouble[0] == '\0';
  if (map->complete) widen_stretches(map);
  return map->complete;
}
