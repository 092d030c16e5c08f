// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A long operand that comes from memory times one vector. By the instruction set of the source that includes
// this (internal linkage, no inline functions of the standard library, see tile.hpp).

#include "kernel/skinny/skinny_tiles.hpp"

namespace numapack {
namespace {

/// Columns of L that are read side by side, each a stream that is prefetched some lines ahead: as many as
/// leave half of the registers to sums.
constexpr int streams = vector_registers / 2;

/// sums[0:rows] += L[:, first : first + streams] s, down all rows, two lines of each column at a time.
template <class R>
[[gnu::noinline]] void add_streams(const TileBlock<R, 1>& block, Index first, R* sums) {
  using V = typename Reals<R>::V;
  constexpr Index lanes = Reals<R>::lanes, line = 64 / Index{sizeof(R)}, ahead = 8 * line;
  constexpr int vectors = 2 * 64 / vector_bytes;
  V factors[streams];
  const R* x[streams];
#pragma GCC unroll 16
  for (int j = 0; j < streams; ++j) {
    factors[j] = broadcast(block.skinny[(first + j) * block.step]);
    x[j] = block.data + (first + j) * block.leading;
  }
  Index row = 0;
  for (; row + vectors * lanes <= block.rows; row += vectors * lanes) {
    V tile[vectors];
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) tile[v] = load(sums + row + v * lanes);
#pragma GCC unroll 16
    for (int j = 0; j < streams; ++j) {
      __builtin_prefetch(x[j] + row + ahead, 0, 2);
      __builtin_prefetch(x[j] + row + ahead + line, 0, 2);
#pragma GCC unroll 8
      for (int v = 0; v < vectors; ++v)
        tile[v] = multiply_add_vectors<R>(load(x[j] + row + v * lanes), factors[j], tile[v]);
    }
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) store(sums + row + v * lanes, tile[v]);
  }
  for (; row < block.rows; row += lanes) {
    const Index left = block.rows - row;
    V sum = load(sums + row);
    for (int j = 0; j < streams; ++j)
      sum = multiply_add_vectors<R>(
          left < lanes ? load_first(x[j] + row, static_cast<int>(left)) : load(x[j] + row), factors[j], sum);
    store(sums + row, sum);
  }
}

}  // namespace
}  // namespace numapack
