// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

namespace numapack::probe {

// What took a thread that measures away from its CPU: other threads, the group's quota, a signal that stopped
// it, or somebody who moved it. The kernel counts all of that for each thread, without any permission.

/// Of the calling thread, so far.
struct ThreadCount {
  double seconds = 0;              ///< on the steady clock
  double cpu_seconds = 0;          ///< in which it had a CPU
  long switches = 0;               ///< away from its CPU, not by its own will
  std::optional<long> migrations;  ///< from CPU to CPU; nothing: the kernel does not say
};
ThreadCount thread_count();

/// Of the threads of one visit together.
struct Preemption {
  std::vector<int> pus;  ///< hardware threads that measured, in order
  int pu = -1;           ///< whose thread lost most
  double share = 0;      ///< of its time that this thread had no CPU
  long switches = 0;     ///< of that thread
  bool moved = false;    ///< a thread left its hardware thread, if only for a while
};

/// Of a thread bound to `pu`, between two counts. A tenth of a millisecond is nothing: the clocks of the
/// kernel are no better, and a tick takes as long. Pure.
Preemption preemption_between(int pu, const ThreadCount& before, const ThreadCount& after);

/// Of several threads. Pure.
Preemption preemption_together(const Preemption& one, const Preemption& other);

}  // namespace numapack::probe
