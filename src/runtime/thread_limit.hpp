// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>

namespace numapack {

class Runtime;

/// What numapack_set_num_threads() has bounded calls to that begin later; 0: nothing.
extern constinit std::atomic<int> set_threads;

/// `asked` (0: as many as there are) within that bound; 0: no bound at all.
inline int within_thread_limit(int asked) {
  const int set = set_threads.load(std::memory_order_relaxed);
  return set > 0 && (asked == 0 || asked > set) ? set : asked;
}

/// True if calls keep to their caller's thread.
inline bool one_thread_set() { return set_threads.load(std::memory_order_relaxed) == 1; }

/// Threads that a call may have: the runtime's within the bound.
int threads_here(const Runtime& runtime);

}  // namespace numapack
