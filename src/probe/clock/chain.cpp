// SPDX-License-Identifier: BSD-3-Clause
#include "probe/clock/chain.hpp"

namespace numapack::probe {

static_assert(additions_a_turn == 256, "the number that the assembly repeats");

std::int64_t chain_of_additions(std::int64_t least) {
  std::int64_t sum = 0, one = 1;
  // Neither number is the compiler's business.
  asm volatile("" : "+r"(sum), "+r"(one));
  for (std::int64_t done = 0; done < least; done += additions_a_turn) {
#if defined(__x86_64__)
    asm volatile(".rept 256\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(one) : "cc");
#elif defined(__aarch64__)
    asm volatile(".rept 256\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(one));
#else
    for (int addition = 0; addition < additions_a_turn; ++addition) {
      sum += one;
      asm volatile("" : "+r"(sum));
    }
#endif
  }
  return sum;
}

}  // namespace numapack::probe
