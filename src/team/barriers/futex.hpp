// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>

namespace numapack {

/// Sleeps while `word` holds `expected`. May return early (signal, stale wake): callers look again.
/// A bare system call because std::atomic::wait spins and keeps a table of waiters of its own, and because a
/// bare one is no cancellation point.
/// `most_seconds`: 0 for as long as it takes. False: that time is over.
inline bool futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, double most_seconds = 0) {
  static_assert(sizeof(word) == sizeof(std::uint32_t) && std::atomic<std::uint32_t>::is_always_lock_free);
  const auto whole = static_cast<time_t>(most_seconds);
  const timespec limit{whole, static_cast<long>((most_seconds - double(whole)) * 1e9)};
  return ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, most_seconds > 0 ? &limit : nullptr,
                   nullptr, 0) == 0 ||
         errno != ETIMEDOUT;
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int sleepers = INT_MAX) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, sleepers, nullptr, nullptr, 0);
}

}  // namespace numapack
