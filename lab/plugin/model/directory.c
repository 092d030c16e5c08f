// SPDX-License-Identifier: BSD-3-Clause
#include "model/directory.h"

#include <stdlib.h>

bool directory_create(struct Directory* directory, uint64_t lines) {
  directory->chunk_count = lines / CHUNK_LINES + 1;
  directory->chunks = calloc(directory->chunk_count, sizeof(struct DirectoryChunk*));
  directory->made = NULL;
  return directory->chunks != NULL;
}

void directory_destroy(struct Directory* directory) {
  for (struct DirectoryChunk *chunk = directory->made, *next; chunk != NULL; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  free(directory->chunks);
}

/// Makes a chunk, unless another thread is quicker. NULL: no memory.
static struct DirectoryChunk* make_chunk(struct Directory* directory, uint64_t index) {
  struct DirectoryChunk* const fresh = calloc(1, sizeof *fresh);
  if (fresh == NULL) return NULL;
  fresh->first_line = index * CHUNK_LINES;
  struct DirectoryChunk* first = NULL;
  if (!__atomic_compare_exchange_n(&directory->chunks[index], &first, fresh, false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE)) {
    free(fresh);
    return first;
  }
  fresh->next = __atomic_load_n(&directory->made, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&directory->made, &fresh->next, fresh, false, __ATOMIC_RELEASE,
                                      __ATOMIC_RELAXED))
    continue;
  return fresh;
}

struct DirectoryEntry* directory_entry(struct Directory* directory, uint64_t line) {
  const uint64_t index = line / CHUNK_LINES;
  if (index >= directory->chunk_count) return NULL;
  struct DirectoryChunk* chunk = __atomic_load_n(&directory->chunks[index], __ATOMIC_ACQUIRE);
  if (chunk == NULL) chunk = make_chunk(directory, index);
  return chunk == NULL ? NULL : &chunk->entries[line % CHUNK_LINES];
}

void directory_each_owned(const struct Directory* directory,
                          void (*visit)(void* context, uint64_t line, uint16_t owner), void* context) {
  for (const struct DirectoryChunk* chunk = directory->made; chunk != NULL; chunk = chunk->next)
    for (uint64_t i = 0; i < CHUNK_LINES; i++)
      if (chunk->entries[i].owner != OWNER_NONE)
        visit(context, chunk->first_line + i, chunk->entries[i].owner);
}
