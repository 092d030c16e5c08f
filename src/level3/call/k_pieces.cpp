// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/k_pieces.hpp"

#include "kernel/choices.hpp"

namespace numapack {

Index k_pieces(const Call& call, Index kc) {
  const auto side = static_cast<std::size_t>(std::max(call.m, call.n)) * call.element_bytes();
  if (kc <= 0 || side > most_pieced_side_bytes) return 1;
  // At least two kc blocks per part, so that the final sums stay cheap; enough parts for a node's threads.
  constexpr Index least_kc_blocks = 2, most_pieces = 16;
  const Index pieces = std::min(divide(divide_up(call.k, kc), least_kc_blocks), most_pieces);
  return pieces >= least_k_pieces ? pieces : 1;
}

bool may_have_k_pieces(const Call& call) {
  constexpr Index least_kc = 64;
  return k_pieces(call, least_kc) > 1;
}

}  // namespace numapack
