// SPDX-License-Identifier: BSD-3-Clause
#include "team/barriers/ticket_counter.hpp"

#include "team/barriers/futex.hpp"
#include "team/barriers/spin.hpp"

namespace numapack {

void EpochCounter::advance() {
  // Sequentially consistent, as in wait_for(): either this thread sees the sleeper, or the sleeper sees the
  // count.
  count_.fetch_add(1);
  if (sleepers_.load() != 0) futex_wake(count_);
}

void EpochCounter::wait_for(std::uint32_t count, Patience patience) {
  if (spin_until(patience, [&] { return reached(count); })) return;
  sleepers_.fetch_add(1);
  for (std::uint32_t now = count_.load(); static_cast<std::int32_t>(now - count) < 0; now = count_.load()) {
    futex_wait(count_, now);
  }
  sleepers_.fetch_sub(1);
}

}  // namespace numapack
