// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/split.hpp"
#include "level3/call/call.hpp"

namespace numapack {

/// Split-K: the number of parts of K that are summed separately and then added in order, where C has too few
/// tiles for the threads; 1 elsewhere. Follows from the call and kc alone, never from threads, caches or
/// homes: it fixes the order of rounding, hence the bits of the answer.
Index split_k(const Call& call, Index kc);

/// True if there is a kc with which it has several pieces.
bool may_split_k(const Call& call);

/// Steps of K in such a piece: whole kc, except for the end of K.
inline Range split_k_part(Index k, Index kc, Index pieces, Index piece) {
  const Range kc_blocks = split({0, divide_up(k, kc)}, pieces, 1, piece);
  return {kc_blocks.begin * kc, std::min(k, kc_blocks.end * kc)};
}

}  // namespace numapack
