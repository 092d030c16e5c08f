// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/algorithms/choose.hpp"
#include "level3/tasks/node_task.hpp"
#include "machine/machine.hpp"

namespace numapack {

/// What a node's threads find, as far as it decides how they do their part.
struct NodeFacts {
  int threads = 1;
  CacheSizes caches;            ///< of one thread
  std::size_t cache_bytes = 0;  ///< of the node together
  bool a_is_remote = false;
  bool copies_a = false;    ///< A is packed once, however often it is used
  bool buffered_c = false;  ///< C crosses once: a buffer holds each block until it is finished
  bool streams_c = false;   ///< and written around the caches
};

/// The caches of one core as choose_blocking() wants them; what the machine does not state keeps its default.
CacheSizes caches_of_core(const Machine& machine, int core);

/// What a team of so many cores, `core` the first of them, finds whose operands are all at home.
NodeFacts facts_at_home(const Machine& machine, int core, int cores, int threads);

/// How `facts.threads` threads do a part of C, as `choice` has it; node, home and passes are the caller's to
/// fill in. Pure. Makes no strings and allocates nothing, so that small products can afford it.
NodeTask task_of(const Call& call, const KernelShape& kernel, const Blocking& wanted, const Choice& choice,
                 Range rows, Range columns, const NodeFacts& facts);

/// `choice` for a node that must pack although nothing speaks for it but where operands are: the same order.
Choice packed(Choice choice);

}  // namespace numapack
