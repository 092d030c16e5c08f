// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "intervals.h"
#include "model/hierarchy.h"
#include "model/memory_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How counting went.
struct Counting {
  const struct Intervals* intervals;
  bool stopped;       ///< not still going on when the machine ended
  const char* error;  ///< NULL: none
};

/// Writes the counts as JSON (README.md) next to `path`, then renames. Nobody may feed
/// accesses meanwhile. False with a message if it cannot be written.
bool report_write(const char* path, const struct LabConfig* config, const struct MemoryMap* map,
                  struct Hierarchy* hierarchy, const struct Counting* counting, struct LabMessage* message);

#ifdef __cplusplus
}
#endif
