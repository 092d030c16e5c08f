// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/thread_limit.hpp"

#include <algorithm>

#include "runtime/runtime.hpp"

namespace numapack {

constinit std::atomic<int> set_threads{0};

int threads_here(const Runtime& runtime) {
  const int threads = all_threads_of(runtime.chosen().now()).total();
  const int set = set_threads.load(std::memory_order_relaxed);
  return set > 0 ? std::min(set, threads) : threads;
}

}  // namespace numapack
