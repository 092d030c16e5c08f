// SPDX-License-Identifier: BSD-3-Clause
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// What one row of a matrix comes to, by class.
struct Classes {
  uint64_t local;
  uint64_t cross_die;
  uint64_t cross_chip;
};

enum Quantity { READS, WRITES, LEFT_DIRTY, CACHE_TO_CACHE, QUANTITIES };
static const char* const names[QUANTITIES] = {"reads", "writes", "left_dirty", "cache_to_cache"};

struct Sums {
  uint64_t pair[QUANTITIES][LAB_NODES][LAB_NODES];
  struct CpuCounts node[LAB_NODES];
  struct CpuCounts all;
};

static void add_row(struct Classes* classes, const struct LabConfig* config, unsigned from,
                    const uint64_t* row) {
  for (unsigned to = 0; to < config->nodes; to++) {
    const enum Level level = lab_class_of(config, from, to);
    if (level == LEVEL_LOCAL) classes->local += row[to];
    if (level == LEVEL_CROSS_DIE) classes->cross_die += row[to];
    if (level == LEVEL_CROSS_CHIP) classes->cross_chip += row[to];
  }
}

static void add_counts(struct CpuCounts* sum, const struct CpuCounts* one) {
  sum->instructions += one->instructions;
  sum->loads += one->loads;
  sum->stores += one->stores;
  sum->line_accesses += one->line_accesses;
  sum->l1_load_misses += one->l1_load_misses;
  sum->invalidations += one->invalidations;
  sum->unplaced += one->unplaced;
  for (int level = 0; level < LEVEL_LOCAL; level++) sum->hits[level] += one->hits[level];
}

static void add_up(struct Sums* sums, const struct LabConfig* config, struct Hierarchy* hierarchy) {
  memset(sums, 0, sizeof *sums);
  hierarchy_dirty(hierarchy, sums->pair[LEFT_DIRTY]);
  for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
    const struct CpuCounts* const counts = hierarchy_counts(hierarchy, cpu);
    const unsigned node = config->cpu_node[cpu];
    add_counts(&sums->node[node], counts);
    add_counts(&sums->all, counts);
    for (unsigned to = 0; to < config->nodes; to++) {
      sums->pair[READS][node][to] += counts->reads[to];
      sums->pair[WRITES][node][to] += counts->writes[to];
      sums->pair[CACHE_TO_CACHE][node][to] += counts->cache_to_cache[to];
    }
  }
}

static void put_classes(FILE* file, const char* name, const struct Classes* classes) {
  fprintf(file,
          "\"%s\": {\"all\": %" PRIu64 ", \"local\": %" PRIu64 ", \"cross_die\": %" PRIu64
          ", \"cross_chip\": %" PRIu64 "}",
          name, classes->local + classes->cross_die + classes->cross_chip, classes->local, classes->cross_die,
          classes->cross_chip);
}

static void put_hits(FILE* file, const struct CpuCounts* counts) {
  fprintf(
      file,
      "\"hits\": {\"l1\": %" PRIu64 ", \"l2\": %" PRIu64 ", \"l3\": %" PRIu64 ", \"same_node\": %" PRIu64 "}",
      counts->hits[LEVEL_L1], counts->hits[LEVEL_L2], counts->hits[LEVEL_L3], counts->hits[LEVEL_SAME_NODE]);
}

static void put_matrix(FILE* file, unsigned nodes, const char* name, uint64_t pair[LAB_NODES][LAB_NODES]) {
  fprintf(file, "\"%s\": [", name);
  for (unsigned from = 0; from < nodes; from++) {
    fputs(from == 0 ? "[" : ", [", file);
    for (unsigned to = 0; to < nodes; to++) fprintf(file, "%s%" PRIu64, to == 0 ? "" : ", ", pair[from][to]);
    fputc(']', file);
  }
  fputc(']', file);
}

static void put_node(FILE* file, const struct LabConfig* config, struct Sums* sums, unsigned node) {
  fprintf(file, "      {\"node\": %u, ", node);
  for (int q = 0; q < QUANTITIES; q++) {
    struct Classes classes = {0, 0, 0};
    add_row(&classes, config, node, sums->pair[q][node]);
    put_classes(file, names[q], &classes);
    fputs(", ", file);
  }
  put_hits(file, &sums->node[node]);
  fputc('}', file);
}

/// CPUs of which nothing was taken over are left out.
static void put_taken_over(FILE* file, const struct LabConfig* config, const struct CpuCounts* counts) {
  fputs(", \"taken_over\": [", file);
  const char* between = "";
  for (unsigned from = 0; from < config->cpus; from++) {
    if (counts->taken_over[from] == 0) continue;
    fprintf(file, "%s{\"from\": %u, \"lines\": %" PRIu64 "}", between, from, counts->taken_over[from]);
    between = ", ";
  }
  fputc(']', file);
}

static void put_cpu(FILE* file, const struct LabConfig* config, unsigned cpu,
                    const struct CpuCounts* counts) {
  const unsigned node = config->cpu_node[cpu];
  struct Classes reads = {0, 0, 0}, writes = {0, 0, 0};
  add_row(&reads, config, node, counts->reads);
  add_row(&writes, config, node, counts->writes);
  fprintf(file,
          "      {\"cpu\": %u, \"node\": %u, \"instructions\": %" PRIu64 ", \"loads\": %" PRIu64
          ", \"stores\": %" PRIu64 ", ",
          cpu, node, counts->instructions, counts->loads, counts->stores);
  put_hits(file, counts);
  fputs(", ", file);
  put_classes(file, "reads", &reads);
  fputs(", ", file);
  put_classes(file, "writes", &writes);
  put_taken_over(file, config, counts);
  fputs("}", file);
}

static void put_interval(FILE* file, const struct LabConfig* config, struct IntervalCounts* one) {
  fprintf(file,
          "      {\"instructions\": %" PRIu64 ", \"loads\": %" PRIu64 ", \"stores\": %" PRIu64
          ", \"by_node_pair\": {",
          one->instructions, one->loads, one->stores);
  put_matrix(file, config->nodes, names[READS], one->reads);
  fputs(", ", file);
  put_matrix(file, config->nodes, names[WRITES], one->writes);
  fputs("}}", file);
}

static void put_intervals(FILE* file, const struct LabConfig* config, const struct Intervals* intervals) {
  fputs("    \"by_interval\": [\n", file);
  for (unsigned i = 0; i < intervals->kept; i++) {
    put_interval(file, config, intervals->counts[i]);
    fputs(i + 1 < intervals->kept ? ",\n" : "\n", file);
  }
  fputs("    ],\n", file);
}

static void put_counts(FILE* file, const struct LabConfig* config, struct Sums* sums,
                       struct Hierarchy* hierarchy, const struct Intervals* intervals) {
  fputs("  \"counts\": {\n", file);
  put_intervals(file, config, intervals);
  for (int q = 0; q < QUANTITIES; q++) {
    struct Classes classes = {0, 0, 0};
    for (unsigned from = 0; from < config->nodes; from++)
      add_row(&classes, config, from, sums->pair[q][from]);
    fputs("    ", file);
    put_classes(file, names[q], &classes);
    fputs(",\n", file);
  }
  fputs("    \"by_node_pair\": {", file);
  for (int q = 0; q < QUANTITIES; q++) {
    if (q != 0) fputs(", ", file);
    put_matrix(file, config->nodes, names[q], sums->pair[q]);
  }
  fputs("},\n    \"by_node\": [\n", file);
  for (unsigned node = 0; node < config->nodes; node++) {
    put_node(file, config, sums, node);
    fputs(node + 1 < config->nodes ? ",\n" : "\n    ],\n    \"by_cpu\": [\n", file);
  }
  for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
    put_cpu(file, config, cpu, hierarchy_counts(hierarchy, cpu));
    fputs(cpu + 1 < config->cpus ? ",\n" : "\n    ],\n    ", file);
  }
  const struct CpuCounts* const all = &sums->all;
  put_hits(file, all);
  fprintf(file,
          ",\n    \"instructions\": %" PRIu64 ", \"accesses\": %" PRIu64 ", \"loads\": %" PRIu64
          ", \"stores\": %" PRIu64 ", \"line_accesses\": %" PRIu64 ", \"l1_load_misses\": %" PRIu64
          ",\n"
          "    \"invalidations\": %" PRIu64 ", \"unplaced\": %" PRIu64 "\n  }\n",
          all->instructions, all->loads + all->stores, all->loads, all->stores, all->line_accesses,
          all->l1_load_misses, all->invalidations, all->unplaced);
}

static void put_memory(FILE* file, const struct MemoryMap* map) {
  fputs("  \"memory\": [", file);
  const char* between = "";
  for (unsigned node = 0; node < map->nodes; node++) {
    if (map->pages[node] == 0) continue;
    fprintf(file, "%s{\"node\": %u, \"first\": %" PRIu64 ", \"last\": %" PRIu64 ", \"pages\": %" PRIu64 "}",
            between, node, map->first[node], map->last[node], map->pages[node]);
    between = ", ";
  }
  fputs("],\n", file);
}

static void put_text(FILE* file, const char* text) {
  if (text == NULL) {
    fputs("null", file);
    return;
  }
  fputc('"', file);
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', file);
    fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
  }
  fputc('"', file);
}

bool report_write(const char* path, const struct LabConfig* config, const struct MemoryMap* map,
                  struct Hierarchy* hierarchy, const struct Counting* counting, struct LabMessage* message) {
  static struct Sums sums;
  add_up(&sums, config, hierarchy);
  char beside[4096];
  bool good = snprintf(beside, sizeof beside, "%s.part", path) < (int)sizeof beside;
  FILE* const file = good ? fopen(beside, "w") : NULL;
  good = file != NULL;
  if (good) {
    fputs("{\n  \"format\": \"numapack-lab-counts 1\",\n  \"error\": ", file);
    put_text(file, counting->error);
    fprintf(file, ",\n  \"intervals\": %" PRIu64 ",\n  \"stopped\": %s,\n", counting->intervals->begun,
            counting->stopped ? "true" : "false");
    put_memory(file, map);
    put_counts(file, config, &sums, hierarchy, counting->intervals);
    fputs("}\n", file);
    good = ferror(file) == 0;
    good &= fclose(file) == 0;
    good = good && rename(beside, path) == 0;
  }
  if (!good) {
    snprintf(message->text, sizeof message->text, "cannot write the counts to %.160s: %s", path,
             strerror(errno));
    if (file != NULL) unlink(beside);
  }
  return good;
}
