// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/split_k.hpp"

#include "kernel/choices.hpp"

namespace numapack {

Index split_k(const Call& call, Index kc) {
  const auto side = static_cast<std::size_t>(std::max(call.m, call.n)) * call.element_bytes();
  if (kc <= 0 || side > most_split_k_side_bytes) return 1;
  // At least two kc blocks per part, so that the final sums stay cheap; enough parts for a node's threads.
  constexpr Index least_kc_blocks = 2, most_pieces = 16;
  const Index pieces = std::min(divide(divide_up(call.k, kc), least_kc_blocks), most_pieces);
  return pieces >= least_split_k ? pieces : 1;
}

bool may_split_k(const Call& call) {
  constexpr Index least_kc = 64;
  return split_k(call, least_kc) > 1;
}

}  // namespace numapack
