// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LAB_CPUS = 128, LAB_NODES = 32, LAB_GROUPS = 128, LAB_WAYS = 32, LAB_STRETCHES = 64 };

/// Where an access ended, nearest first; latencies and hits are kept by it.
enum Level {
  LEVEL_L1,
  LEVEL_L2,
  LEVEL_L3,
  LEVEL_SAME_NODE,  ///< private cache of another CPU of the node
  LEVEL_LOCAL,
  LEVEL_CROSS_DIE,
  LEVEL_CROSS_CHIP
};

/// A cache's form; no sets: there is none.
struct CacheForm {
  uint32_t sets;
  uint32_t ways;
};

/// Addresses that belong to a node.
struct Stretch {
  unsigned node;
  uint64_t begin;
  uint64_t end;  ///< behind the last
};

/// The modelled machine and what is counted: README.md describes the file that holds them.
struct LabConfig {
  uint32_t line_bytes;
  uint32_t zeroed_bytes;  ///< what ARM's DC ZVA zeroes at once; 0: it counts nothing
  bool whole_program;     ///< obey the marks around a whole program, not those inside it
  bool kernel_too;
  unsigned nodes;
  unsigned cpus;
  unsigned groups;  ///< of CPUs that share a second-level cache
  unsigned node_package[LAB_NODES];
  uint64_t node_memory[LAB_NODES];
  unsigned stretches;  ///< where the machine's memory is said to lie; none: nobody said
  struct Stretch stretch[LAB_STRETCHES];
  unsigned cpu_node[LAB_CPUS];
  unsigned cpu_group[LAB_CPUS];
  unsigned group_node[LAB_GROUPS];
  struct CacheForm l1[LAB_CPUS];
  struct CacheForm l2[LAB_GROUPS];
  struct CacheForm l3[LAB_NODES];
};

struct LabMessage {
  char text[256];
};

/// Reads the configuration file. False, with one line in `message`, if it cannot be read or makes no sense.
bool lab_config_read(const char* path, struct LabConfig* config, struct LabMessage* message);

/// The same from text.
bool lab_config_parse(const char* text, struct LabConfig* config, struct LabMessage* message);

/// LEVEL_LOCAL, LEVEL_CROSS_DIE or LEVEL_CROSS_CHIP.
enum Level lab_class_of(const struct LabConfig* config, unsigned from_node, unsigned to_node);

#ifdef __cplusplus
}
#endif
