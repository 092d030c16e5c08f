// SPDX-License-Identifier: BSD-3-Clause
#include "intervals.h"

#include <stdlib.h>
#include <string.h>

static void add_up(struct IntervalCounts* sum, const struct LabConfig* config, struct Hierarchy* hierarchy) {
  memset(sum, 0, sizeof *sum);
  for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
    const struct CpuCounts* const counts = hierarchy_counts(hierarchy, cpu);
    const unsigned node = config->cpu_node[cpu];
    sum->instructions += counts->instructions;
    sum->loads += counts->loads;
    sum->stores += counts->stores;
    for (unsigned to = 0; to < config->nodes; to++) {
      sum->reads[node][to] += counts->reads[to];
      sum->writes[node][to] += counts->writes[to];
    }
  }
}

void intervals_begin(struct Intervals* intervals, const struct LabConfig* config,
                     struct Hierarchy* hierarchy) {
  intervals->begun++;
  if (intervals->kept < LAB_INTERVALS) add_up(&intervals->before, config, hierarchy);
}

void intervals_end(struct Intervals* intervals, const struct LabConfig* config, struct Hierarchy* hierarchy) {
  if (intervals->kept == LAB_INTERVALS) return;
  struct IntervalCounts* const counts = malloc(sizeof *counts);
  if (counts == NULL) return;
  add_up(counts, config, hierarchy);
  const struct IntervalCounts* const before = &intervals->before;
  counts->instructions -= before->instructions;
  counts->loads -= before->loads;
  counts->stores -= before->stores;
  for (unsigned from = 0; from < config->nodes; from++)
    for (unsigned to = 0; to < config->nodes; to++) {
      counts->reads[from][to] -= before->reads[from][to];
      counts->writes[from][to] -= before->writes[from][to];
    }
  intervals->counts[intervals->kept++] = counts;
}
