#include "directory.h"

#include <stdlib.h>

bool directory_create(struct Directory* directory, uint64_t lines) {
  directory->chunk_count = lines / CHUNK_LINES + 1;
  directory->chunks = calloc(directory->chunk_count, sizeof(struct DirectoryEntry*));
  return directory->chunks != NULL;
}

void directory_destroy(struct Directory* directory) {
  for (uint64_t i = 0; directory->chunks != NULL && i < directory->chunk_count; i++)
    free(directory->chunks[i]);
  free(directory->chunks);
}

struct DirectoryEntry* directory_entry(struct Directory* directory, uint64_t line) {
  if (line / CHUNK_LINES >= directory->chunk_count) return NULL;
  struct DirectoryEntry** const slot = &directory->chunks[line / CHUNK_LINES];
  struct DirectoryEntry* chunk = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (chunk == NULL) {
    struct DirectoryEntry* const fresh = calloc(CHUNK_LINES, sizeof *fresh);
    if (fresh == NULL) return NULL;
    if (__atomic_compare_exchange_n(slot, &chunk, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      chunk = fresh;
    else
      free(fresh);
  }
  return &chunk[line % CHUNK_LINES];
}

void directory_each_owned(const struct Directory* directory,
                          void (*visit)(void* context, uint64_t line, uint16_t owner), void* context) {
  for (uint64_t i = 0; i < directory->chunk_count; i++) {
    const struct DirectoryEntry* const chunk = directory->chunks[i];
    if (chunk == NULL) continue;
    for (uint64_t j = 0; j < CHUNK_LINES; j++)
      if (chunk[j].owner != OWNER_NONE) visit(context, i * CHUNK_LINES + j, chunk[j].owner);
  }
}
