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

Errand Mailbox::take(Patience patience) {
  const auto arrived = [&] { return word_.load(std::memory_order_acquire) != empty; };
  if (!spin_until(patience, arrived)) {
    std::uint32_t expected = empty;
    if (word_.compare_exchange_strong(expected, asleep, std::memory_order_acq_rel)) {
      while (word_.load(std::memory_order_acquire) == asleep) futex_wait(word_, asleep);
    }
  }
  const Errand errand = errand_;
  // Released after it was read: the next sender may write.
  word_.exchange(empty, std::memory_order_acq_rel);
  return errand;
}

}  // namespace numapack
