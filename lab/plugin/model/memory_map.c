// SPDX-License-Identifier: BSD-3-Clause
#include "model/memory_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PAGE = 4096 };

void memory_map_begin(struct MemoryMap* map, const struct LabConfig* config) {
  memset(map, 0, sizeof *map);
  map->nodes = config->nodes;
  memcpy(map->memory, config->node_memory, sizeof map->memory);
  memcpy(map->stretch, config->stretch, sizeof map->stretch);
  map->told = map->stretches = config->stretches;
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
  if (map->told != 0 && memory_map_node(map, page) != (int)node) map->told = 0;
}

/// Nodes with memory in order of their addresses; their stretches as touched.
static void sort_stretches(struct MemoryMap* map) {
  map->stretches = 0;
  for (unsigned node = 0; node < map->nodes; node++) {
    if (map->pages[node] == 0) continue;
    unsigned at = map->stretches++;
    for (; at > 0 && map->stretch[at - 1].begin > map->first[node]; at--)
      map->stretch[at] = map->stretch[at - 1];
    map->stretch[at] = (struct Stretch){node, map->first[node], map->last[node] + PAGE};
  }
}

/// Each stretch as far as its node's memory can reach; what two could reach is halved.
static void widen_stretches(struct MemoryMap* map) {
  uint64_t least[LAB_NODES], most[LAB_NODES];
  for (unsigned i = 0; i < map->stretches; i++) {
    const uint64_t memory = map->memory[map->stretch[i].node];
    least[i] = map->stretch[i].end > memory ? map->stretch[i].end - memory : 0;
    most[i] = map->stretch[i].begin + memory;
  }
  for (unsigned i = 0; i + 1 < map->stretches; i++) {
    const uint64_t begin = map->stretch[i].end, end = map->stretch[i + 1].begin;
    if (most[i] > end) most[i] = end;
    if (least[i + 1] < begin) least[i + 1] = begin;
    if (least[i + 1] < most[i]) most[i] = least[i + 1] = least[i + 1] + (most[i] - least[i + 1]) / 2;
  }
  for (unsigned i = 0; i < map->stretches; i++) {
    map->stretch[i].begin = least[i];
    map->stretch[i].end = most[i];
  }
}

/// Each node's memory has been seen.
static void check_seen(struct MemoryMap* map) {
  for (unsigned node = 0; node < map->nodes && map->trouble.text[0] == '\0'; node++)
    if (map->pages[node] == 0 && map->memory[node] != 0)
      snprintf(map->trouble.text, sizeof map->trouble.text, "calibration: no page of node %u was touched",
               node);
}

/// Each node's memory can be one stretch, next to the others'.
static void check_apart(struct MemoryMap* map) {
  char* const trouble = map->trouble.text;
  const size_t room = sizeof map->trouble.text;
  for (unsigned node = 0; node < map->nodes && trouble[0] == '\0'; node++) {
    const uint64_t seen = map->pages[node] == 0 ? 0 : map->last[node] - map->first[node] + PAGE;
    if (seen > map->memory[node])
      snprintf(trouble, room, "calibration: node %u has %" PRIu64 " bytes, but pages %" PRIu64 " bytes apart",
               node, map->memory[node], seen);
  }
  for (unsigned i = 0; i + 1 < map->stretches && trouble[0] == '\0'; i++)
    if (map->stretch[i].end > map->stretch[i + 1].begin)
      snprintf(trouble, room, "calibration: pages of node %u lie between pages of node %u",
               map->stretch[i + 1].node, map->stretch[i].node);
}

bool memory_map_end(struct MemoryMap* map) {
  check_seen(map);
  if (map->told == 0) {
    sort_stretches(map);
    check_apart(map);
  }
  map->complete = map->trouble.text[0] == '\0';
  if (map->complete && map->told == 0) widen_stretches(map);
  return map->complete;
}
