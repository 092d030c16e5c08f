// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/thread_limit.hpp"

#include <algorithm>

#include "runtime/runtime.hpp"

namespace numapack {

constinit std::atomic<int> set_threads{0};

int threads_here(const Runtime& runtime) {
  int threads = 0;
  for (const TeamLayout& team : runtime.layout()) threads += static_cast<int>(team.cores.size());
  const int set = set_threads.load(std::memory_order_relaxed);
  return set > 0 ? std::min(set, threads) : threads;
}

}  // namespace numapack
