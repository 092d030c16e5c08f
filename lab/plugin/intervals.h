// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdint.h>

#include "config/config.h"
#include "model/hierarchy.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LAB_INTERVALS = 1024 };

/// What all CPUs together did while counting was on, once.
struct IntervalCounts {
  uint64_t instructions, loads, stores;
  uint64_t reads[LAB_NODES][LAB_NODES], writes[LAB_NODES][LAB_NODES];  ///< [from][to]
};

/// The counts of each interval between a start and a stop, of the first LAB_INTERVALS of them. Zeros: none
/// yet.
struct Intervals {
  uint64_t begun;
  unsigned kept;
  struct IntervalCounts* counts[LAB_INTERVALS];  ///< of malloc; never given back, for it is written at exit
  struct IntervalCounts before;                  ///< when the current one began
};

/// Other CPUs may go on meanwhile: what they do in that moment may count here or there.
void intervals_begin(struct Intervals* intervals, const struct LabConfig* config,
                     struct Hierarchy* hierarchy);
void intervals_end(struct Intervals* intervals, const struct LabConfig* config, struct Hierarchy* hierarchy);

#ifdef __cplusplus
}
#endif
