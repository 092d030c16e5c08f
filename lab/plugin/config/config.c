// SPDX-License-Identifier: BSD-3-Clause
#include "config/config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 16 };

struct Statement {
  const char* word[WORDS];
  int words;
  int line;
  struct LabMessage* message;
};

__attribute__((format(printf, 2, 3))) static bool refuse(const struct Statement* statement, const char* form,
                                                         ...) {
  char why[160];
  va_list arguments;
  va_start(arguments, form);
  vsnprintf(why, sizeof why, form, arguments);
  va_end(arguments);
  snprintf(statement->message->text, sizeof statement->message->text, "configuration, line %d: %s",
           statement->line, why);
  return false;
}

static bool is(const struct Statement* statement, int index, const char* word) {
  return index < statement->words && strcmp(statement->word[index], word) == 0;
}

static bool number(const struct Statement* statement, int index, uint64_t limit, uint64_t* value) {
  if (index >= statement->words)
    return refuse(statement, "a number is missing after \"%s\"", statement->word[index - 1]);
  const char* const text = statement->word[index];
  char* end = NULL;
  errno = 0;
  const unsigned long long read = strtoull(text, &end, 10);
  if (end == text || *end != '\0' || text[0] == '-' || errno != 0 || read > limit)
    return refuse(statement, "\"%s\" is no number from 0 to %" PRIu64, text, limit);
  *value = read;
  return true;
}

static bool read_node(const struct Statement* statement, struct LabConfig* config) {
  uint64_t node, package, memory;
  if (!is(statement, 2, "package") || !is(statement, 4, "memory") || statement->words != 6)
    return refuse(statement, "the form is: node N package P memory BYTES");
  if (!number(statement, 1, LAB_NODES - 1, &node) || !number(statement, 3, LAB_NODES - 1, &package) ||
      !number(statement, 5, UINT64_C(1) << 42, &memory))
    return false;
  if (node != config->nodes) return refuse(statement, "the next node must be %u", config->nodes);
  config->node_package[node] = (unsigned)package;
  config->node_memory[node] = memory;
  config->nodes++;
  return true;
}

static bool read_stretch(const struct Statement* statement, struct LabConfig* config) {
  uint64_t node, begin, bytes;
  if (!is(statement, 2, "at") || !is(statement, 4, "bytes") || statement->words != 6)
    return refuse(statement, "the form is: memory N at ADDRESS bytes BYTES");
  if (!number(statement, 1, LAB_NODES - 1, &node) || !number(statement, 3, UINT64_C(1) << 46, &begin) ||
      !number(statement, 5, UINT64_C(1) << 42, &bytes))
    return false;
  if (node >= config->nodes) return refuse(statement, "node %" PRIu64 " has not been described", node);
  if (config->stretches == LAB_STRETCHES) return refuse(statement, "more than %d of them", LAB_STRETCHES);
  config->stretch[config->stretches++] = (struct Stretch){(unsigned)node, begin, begin + bytes};
  return true;
}

static bool read_cpu(const struct Statement* statement, struct LabConfig* config) {
  uint64_t cpu, node;
  if (!is(statement, 2, "node") || statement->words != 4)
    return refuse(statement, "the form is: cpu C node N");
  if (!number(statement, 1, LAB_CPUS - 1, &cpu) || !number(statement, 3, LAB_NODES - 1, &node)) return false;
  if (cpu != config->cpus) return refuse(statement, "the next cpu must be %u", config->cpus);
  if (node >= config->nodes) return refuse(statement, "node %" PRIu64 " has not been described", node);
  config->cpu_node[cpu] = (unsigned)node;
  config->cpu_group[cpu] = LAB_GROUPS;
  config->cpus++;
  return true;
}

static bool read_form(const struct Statement* statement, struct CacheForm* form) {
  uint64_t sets, ways;
  if (!is(statement, 4, "sets") || !is(statement, 6, "ways") || statement->words != 8)
    return refuse(statement, "the form is: cache l1|l2|l3 cpu C|cpus C,C|node N sets S ways W");
  if (!number(statement, 5, UINT64_C(1) << 24, &sets) || !number(statement, 7, LAB_WAYS, &ways)) return false;
  if (sets == 0 || ways == 0) return refuse(statement, "a cache has at least one set and one way");
  if (form->sets != 0) return refuse(statement, "this cache has been described before");
  form->sets = (uint32_t)sets;
  form->ways = (uint32_t)ways;
  return true;
}

static bool read_group(const struct Statement* statement, struct LabConfig* config) {
  if (config->groups == LAB_GROUPS) return refuse(statement, "more than %d second-level caches", LAB_GROUPS);
  const unsigned group = config->groups;
  if (!read_form(statement, &config->l2[group])) return false;
  char list[512];
  snprintf(list, sizeof list, "%s", statement->word[3]);
  char* rest = NULL;
  unsigned members = 0;
  for (char* word = strtok_r(list, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    struct Statement one = *statement;
    one.word[3] = word;
    uint64_t cpu;
    if (!number(&one, 3, LAB_CPUS - 1, &cpu)) return false;
    if (cpu >= config->cpus) return refuse(statement, "cpu %" PRIu64 " has not been described", cpu);
    if (config->cpu_group[cpu] != LAB_GROUPS)
      return refuse(statement, "cpu %" PRIu64 " has a cache l2 already", cpu);
    if (members > 0 && config->cpu_node[cpu] != config->group_node[group])
      return refuse(statement, "CPUs of several nodes share a cache l2");
    config->cpu_group[cpu] = group;
    config->group_node[group] = config->cpu_node[cpu];
    members++;
  }
  if (members == 0) return refuse(statement, "a cache of no CPU");
  config->groups++;
  return true;
}

static bool read_cache(const struct Statement* statement, struct LabConfig* config) {
  uint64_t owner;
  if (is(statement, 1, "l1") && is(statement, 2, "cpu")) {
    if (!number(statement, 3, LAB_CPUS - 1, &owner)) return false;
    if (owner >= config->cpus) return refuse(statement, "cpu %" PRIu64 " has not been described", owner);
    return read_form(statement, &config->l1[owner]);
  }
  if (is(statement, 1, "l2") && (is(statement, 2, "cpus") || is(statement, 2, "cpu")) && statement->words > 3)
    return read_group(statement, config);
  if (is(statement, 1, "l3") && is(statement, 2, "node")) {
    if (!number(statement, 3, LAB_NODES - 1, &owner)) return false;
    if (owner >= config->nodes) return refuse(statement, "node %" PRIu64 " has not been described", owner);
    return read_form(statement, &config->l3[owner]);
  }
  return refuse(statement, "the form is: cache l1|l2|l3 cpu C|cpus C,C|node N sets S ways W");
}

/// A power of two.
static bool read_bytes(const struct Statement* statement, const char* what, uint32_t* bytes) {
  uint64_t value;
  if (!number(statement, 1, 4096, &value)) return false;
  if (value < 16 || (value & (value - 1)) != 0)
    return refuse(statement, "a %s has 16, 32, ... 4096 bytes", what);
  *bytes = (uint32_t)value;
  return true;
}

static bool read_statement(const struct Statement* statement, struct LabConfig* config) {
  if (is(statement, 0, "node")) return read_node(statement, config);
  if (is(statement, 0, "memory")) return read_stretch(statement, config);
  if (is(statement, 0, "cpu")) return read_cpu(statement, config);
  if (is(statement, 0, "cache")) return read_cache(statement, config);
  if (is(statement, 0, "line")) return read_bytes(statement, "line", &config->line_bytes);
  if (is(statement, 0, "zeroed")) return read_bytes(statement, "block", &config->zeroed_bytes);
  if (is(statement, 0, "count") && (is(statement, 1, "marked") || is(statement, 1, "whole"))) {
    config->whole_program = is(statement, 1, "whole");
    return true;
  }
  if (is(statement, 0, "space") && (is(statement, 1, "user") || is(statement, 1, "all"))) {
    config->kernel_too = is(statement, 1, "all");
    return true;
  }
  return refuse(statement, "\"%s\" is no statement", statement->word[0]);
}

/// All CPUs have the same levels. Without a second level the first takes its place: each CPU is a group
/// alone.
static bool complete(struct LabConfig* config, struct Statement* whole) {
  if (config->cpus == 0) return refuse(whole, "the machine has no cpu");
  unsigned with_l1 = 0, with_l2 = 0, with_l3 = 0;
  for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
    with_l1 += config->l1[cpu].sets != 0;
    with_l2 += config->cpu_group[cpu] != LAB_GROUPS;
  }
  for (unsigned node = 0; node < config->nodes; node++) with_l3 += config->l3[node].sets != 0;
  if (with_l1 != 0 && with_l1 != config->cpus)
    return refuse(whole, "some CPUs have a cache l1, some have none");
  if (with_l2 != 0 && with_l2 != config->cpus)
    return refuse(whole, "some CPUs have a cache l2, some have none");
  if (with_l3 != 0 && with_l1 + with_l2 == 0)
    return refuse(whole, "a cache l3 needs private caches below it");
  if (with_l2 == 0) {
    config->groups = config->cpus;
    for (unsigned cpu = 0; cpu < config->cpus; cpu++) {
      config->cpu_group[cpu] = cpu;
      config->group_node[cpu] = config->cpu_node[cpu];
    }
  }
  return true;
}

bool lab_config_parse(const char* text, struct LabConfig* config, struct LabMessage* message) {
  memset(config, 0, sizeof *config);
  config->line_bytes = 64;
  struct Statement statement = {.message = message};
  char* const copy = strdup(text);
  char *rest = copy, *line;
  bool good = copy != NULL, headed = false;
  while (good && (line = strsep(&rest, "\n")) != NULL) {
    statement.line++;
    line[strcspn(line, "#")] = '\0';
    statement.words = 0;
    char* left = NULL;
    for (char* word = strtok_r(line, " \t\r", &left); word && statement.words < WORDS;
         word = strtok_r(NULL, " \t\r", &left))
      statement.word[statement.words++] = word;
    if (statement.words == 0) continue;
    if (headed) {
      good = read_statement(&statement, config);
    } else {
      good = headed = is(&statement, 0, "numapack-lab") && is(&statement, 1, "1");
      if (!good) refuse(&statement, "the first line must be \"numapack-lab 1\"");
    }
  }
  good = good && (headed || refuse(&statement, "nothing in it")) && complete(config, &statement);
  free(copy);
  return good;
}

enum Level lab_class_of(const struct LabConfig* config, unsigned from_node, unsigned to_node) {
  if (from_node == to_node) return LEVEL_LOCAL;
  return config->node_package[from_node] == config->node_package[to_node] ? LEVEL_CROSS_DIE
                                                                          : LEVEL_CROSS_CHIP;
}
