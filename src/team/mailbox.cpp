// SPDX-License-Identifier: BSD-3-Clause
#include "team/mailbox.hpp"

#include "team/barriers/futex.hpp"
#include "team/barriers/spin.hpp"

namespace numapack {

void Mailbox::post(Errand errand) {
  errand_ = errand;
  // Only a sleeper costs a system call.
  if (word_.exchange(posted, std::memory_order_acq_rel) == asleep) futex_wake(word_, 1);
}

std::optional<Errand> Mailbox::take(Patience patience, const std::atomic<double>& most_seconds) {
  const auto arrived = [&] { return word_.load(std::memory_order_acquire) == posted; };
  if (!spin_until(patience, arrived) && !sleep(most_seconds)) return std::nullopt;
  const Errand errand = errand_;
  // Released after it was read: the next sender may write.
  word_.exchange(empty, std::memory_order_acq_rel);
  return errand;
}

bool Mailbox::sleep(const std::atomic<double>& most_seconds) {
  while (true) {
    std::uint32_t letter = empty;
    word_.compare_exchange_strong(letter, asleep, std::memory_order_seq_cst);
    if (letter == posted) return true;
    // Asked after it is known that this thread sleeps: stir() looks the other way round.
    const bool in_time = futex_wait(word_, asleep, most_seconds.load(std::memory_order_seq_cst));
    if (word_.load(std::memory_order_acquire) == posted) return true;
    if (!in_time) return false;
  }
}

void Mailbox::stir() {
  std::uint32_t letter = asleep;
  if (word_.compare_exchange_strong(letter, empty, std::memory_order_seq_cst)) futex_wake(word_, 1);
}

}  // namespace numapack
