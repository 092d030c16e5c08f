#pragma once

#include "config.h"
#include "hierarchy.h"
#include "memory_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the counts as JSON (README.md) beside `path`, then renames. `error` NULL: none. Nobody may feed
/// accesses meanwhile. False with a message if it cannot be written.
bool report_write(const char* path, const struct LabConfig* config, const struct MemoryMap* map,
                  struct Hierarchy* hierarchy, uint64_t intervals, const char* error,
                  struct LabMessage* message);

#ifdef __cplusplus
}
#endif
