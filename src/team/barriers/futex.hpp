// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>

namespace numapack {

/// Sleeps while `word` holds `expected`. May return early (signal, stale wake): callers look again.
/// A bare system call because std::atomic::wait spins and keeps a table of waiters of its own, and because a
/// bare one is no cancellation point.
/// `at_most`: null for as long as it takes.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected,
                       const timespec* at_most = nullptr) {
  static_assert(sizeof(word) == sizeof(std::uint32_t) && std::atomic<std::uint32_t>::is_always_lock_free);
  ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, at_most, nullptr, 0);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int sleepers = INT_MAX) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, sleepers, nullptr, nullptr, 0);
}

}  // namespace numapack
