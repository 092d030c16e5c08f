// SPDX-License-Identifier: BSD-3-Clause
#include "probe/loops/chase.hpp"

namespace numapack::probe {

void* walk_pointers(void* position, std::size_t steps) {
  for (; steps >= Chase::unroll; steps -= Chase::unroll) {
#pragma GCC unroll 128
    for (std::size_t step = 0; step < Chase::unroll; ++step) position = *static_cast<void**>(position);
    // The value is needed, whatever the caller does with it.
    asm volatile("" : "+r"(position));
  }
  for (; steps > 0; --steps) position = *static_cast<void**>(position);
  asm volatile("" : "+r"(position));
  return position;
}

void walk_together(void* (&positions)[together], std::size_t steps) {
  void* at[together];
  for (std::size_t chain = 0; chain < together; ++chain) at[chain] = positions[chain];
  for (; steps > 0; --steps) {
#pragma GCC unroll 8
    for (std::size_t chain = 0; chain < together; ++chain) at[chain] = *static_cast<void**>(at[chain]);
  }
  for (std::size_t chain = 0; chain < together; ++chain) {
    asm volatile("" : "+r"(at[chain]));
    positions[chain] = at[chain];
  }
}

}  // namespace numapack::probe
