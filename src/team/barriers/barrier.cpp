// SPDX-License-Identifier: BSD-3-Clause
#include "team/barriers/barrier.hpp"

#include "team/barriers/futex.hpp"
#include "team/barriers/spin.hpp"

namespace numapack {

namespace {
// The generation word counts in steps of two; its lowest bit says that a thread sleeps on it, so that a
// barrier where all spin costs no system call.
constexpr std::uint32_t sleepers = 1;
}  // namespace

void Barrier::wait() {
  if (participants_ == 1) return;
  // The generation cannot change before this thread has arrived.
  const std::uint32_t generation = generation_.load(std::memory_order_relaxed) & ~sleepers;
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(participants_)) {
    arrived_.store(0, std::memory_order_relaxed);
    const std::uint32_t old = generation_.exchange(generation + 2, std::memory_order_acq_rel);
    if ((old & sleepers) != 0) futex_wake(generation_);
    return;
  }
  const auto released = [&] {
    return (generation_.load(std::memory_order_acquire) & ~sleepers) != generation;
  };
  if (spin_until(patience_, released)) return;
  std::uint32_t expected = generation;
  // Failure means that another sleeper has set the bit already, or that the barrier has opened.
  generation_.compare_exchange_strong(expected, generation | sleepers, std::memory_order_acq_rel);
  while (!released()) futex_wait(generation_, generation | sleepers);
}

}  // namespace numapack
