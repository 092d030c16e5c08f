// SPDX-License-Identifier: BSD-3-Clause
// Stores around the caches: bytes wait in a CPU's few buffers until their line is whole.

#include "model/hierarchy_state.h"

static void leave(struct Hierarchy* h, struct Cpu* self, struct CombiningBuffer* buffer) {
  write_back(h, &self->counts, buffer->line);
  buffer->bytes = 0;
}

/// A buffer for the line: its own, an empty one, or else the oldest, whose part of a line leaves as it is.
static struct CombiningBuffer* buffer_for(struct Hierarchy* h, struct Cpu* self, uint64_t line) {
  struct CombiningBuffer* chosen = &self->buffer[0];
  for (unsigned i = 0; i < COMBINING_BUFFERS; i++) {
    struct CombiningBuffer* const buffer = &self->buffer[i];
    if (buffer->bytes != 0 && buffer->line == line) return buffer;
    if (chosen->bytes != 0 && (buffer->bytes == 0 || buffer->since < chosen->since)) chosen = buffer;
  }
  if (chosen->bytes != 0) leave(h, self, chosen);
  chosen->line = line;
  chosen->since = self->counts.line_accesses;
  return chosen;
}

void hierarchy_stream(struct Hierarchy* h, unsigned cpu, uint64_t line, unsigned bytes) {
  if (!h->cached) {
    hierarchy_access(h, cpu, line, true);
    return;
  }
  struct Cpu* const self = &h->cpu[cpu];
  self->counts.line_accesses++;
  struct CombiningBuffer* const buffer = buffer_for(h, self, line);
  if (buffer->bytes == 0) remove_all_copies(h, line, &self->counts);
  buffer->bytes += bytes;
  if (buffer->bytes >= h->config->line_bytes) leave(h, self, buffer);
}
