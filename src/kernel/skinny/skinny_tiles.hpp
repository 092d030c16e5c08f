// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Skinny products by tiles in registers: vectors lie along the rows of the long operand, which is read as it
// lies. By the instruction set of the source that includes this (internal linkage, no inline functions of the
// standard library, see tile.hpp).

#include "kernel/skinny/skinny_product.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// L (rows x k) in columns, and a skinny operand of so many real columns. Complex ones are read as reals: L
/// has twice as many rows, the skinny one twice as many columns, re and im in turn.
template <class R, int Parts>
struct TileBlock {
  const R* data;
  Index leading;
  Index rows;
  const R* skinny;
  Index along, step;  ///< of `skinny`, in reals; along: from one element of the type to the next
  const R* column(Index j) const { return skinny + j / Parts * along + j % Parts; }
};

/// Sums that are kept between passes over L.
template <class R>
struct Kept {
  static constexpr bool prefetches = true;  ///< see Strips
  R* sums;
  Index leading;  ///< at least the rows, rounded up to whole vectors

  template <int Vectors, int Columns>
  [[gnu::always_inline]] void begin(Index row, Index column,
                                    typename Reals<R>::V (&tile)[Columns][Vectors]) const {
#pragma GCC unroll 8
    for (int j = 0; j < Columns; ++j)
#pragma GCC unroll 8
      for (int v = 0; v < Vectors; ++v)
        tile[j][v] = load(sums + (column + j) * leading + row + v * Reals<R>::lanes);
  }
  template <int Vectors, int Columns>
  [[gnu::always_inline]] void end(Index row, Index column, int,
                                  const typename Reals<R>::V (&tile)[Columns][Vectors]) const {
#pragma GCC unroll 8
    for (int j = 0; j < Columns; ++j)
#pragma GCC unroll 8
      for (int v = 0; v < Vectors; ++v)
        store(sums + (column + j) * leading + row + v * Reals<R>::lanes, tile[j][v]);
  }
};

/// Strips of rows, `count` of so many vectors, times some columns, first..first + steps of K. While the first
/// columns are added up, a target that asks has the lines of the strip that comes next brought into L1, a few
/// a step, not all of them before a strip (CL-148).
template <class R, int Parts, int Vectors, class Target>
struct Strips {
  using V = typename Reals<R>::V;
  static constexpr int lanes = Reals<R>::lanes;
  static constexpr bool wide = vector_registers >= 32;  ///< room for three vectors by eight columns
  const TileBlock<R, Parts>& block;
  const Target& target;
  Index row, count, first, steps;
  int last;                       ///< rows in use if there is one vector, which may be less than its lanes
  const R* prefetched = nullptr;  ///< where the next strip begins

  template <int Columns, bool whole, bool prefetches = false>
  [[gnu::noinline]] void tiles(Index column) const {
    const Index leading = block.leading, step = block.step, all = steps, end = row + count * Vectors * lanes;
    const R* y[Columns];
#pragma GCC unroll 8
    for (int j = 0; j < Columns; ++j) y[j] = block.column(column + j) + first * step;
    const R* const data = block.data + first * leading;
    const R* next = prefetched;
    const Target to = target;  // a copy: what it stores might change the other one
    for (Index at_row = row; at_row < end; at_row += Vectors * lanes) {
      V sums[Columns][Vectors];
      to.template begin<Vectors, Columns>(at_row, column, sums);
      const R* x = data + at_row;
      for (Index s = 0, at = 0; s < all; ++s, x += leading, at += step) {
        V vectors[Vectors];
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v) vectors[v] = whole ? load(x + v * lanes) : load_first(x, last);
#pragma GCC unroll 8
        for (int j = 0; j < Columns; ++j) {
          const V factor = broadcast(y[j][at]);
          if constexpr (prefetches) {
            // Each line by its last byte, down from the end: where rows do not begin with a line, the first
            // of them came with the rows above. Between the sums: in a row ahead of the loads, as clang
            // leaves them, they take the places of what is needed first (4096 x 4, k = 4096 0.83 of the
            // rate).
            constexpr Index line = 64 / Index{sizeof(R)};
#pragma GCC unroll 8
            for (Index i = Vectors * lanes - j * line; i > 0; i -= Columns * line)
              __builtin_prefetch(next + i - 1);
          }
#pragma GCC unroll 8
          for (int v = 0; v < Vectors; ++v)
            sums[j][v] = multiply_add_vectors<R>(vectors[v], factor, sums[j][v]);
        }
        if constexpr (prefetches) next += leading;
      }
      to.template end<Vectors, Columns>(at_row, column, whole ? lanes : last, sums);
    }
  }
  /// The first columns, which prefetch the next strip; returns the column after them.
  Index prefetching_columns(Index from, Index to) const {
    if constexpr (wide)
      if (from + 8 <= to) return tiles<8, true, true>(from), from + 8;
    if (from + 4 <= to) return tiles<4, true, true>(from), from + 4;
    if (from + 2 <= to) return tiles<2, true, true>(from), from + 2;
    return from;
  }
  template <int Columns>
  void whole_or_not(Index column) const {
    if constexpr (Vectors == 1)
      if (last < lanes) return tiles<Columns, false>(column);
    tiles<Columns, true>(column);
  }
  void columns(Index from, Index to) const {
    constexpr int most = Vectors <= 3 ? 4 : Vectors <= 4 ? 2 : Parts;
    if constexpr (Target::prefetches && Vectors == 3)
      if (prefetched != nullptr) from = prefetching_columns(from, to);
    if constexpr (Vectors == 1 || (Vectors == 3 && wide))  // more sums under way
      for (; from + 8 <= to; from += 8) whole_or_not<8>(from);
    for (; from + most <= to; from += most) whole_or_not<most>(from);
    if constexpr (most > 2)
      if (from + 2 <= to) whole_or_not<2>(from), from += 2;
    if constexpr (most > 1 && Parts == 1)
      if (from < to) whole_or_not<1>(from);
  }
};

/// All rows, a few vectors at a time: the fewer columns, the more vectors, so that sums enough are under way.
/// Either all strips of a height or, where L comes from memory (`next`: what is read after these rows), one
/// after the other, each prefetching the next.
template <class R, int Parts, class Target>
void add_strips(const TileBlock<R, Parts>& block, const Target& target, Index from, Index to, Index first,
                Index steps, const R* next = nullptr) {
  constexpr Index lanes = Reals<R>::lanes;
  const Index wide = to - from > 2 ? 3 : to - from == 2 ? 4 : 8;
  Index row = 0;
  const auto strips = [&]<int Vectors>(Index count) {
    const Index left = block.rows - row;
    if (next != nullptr) count = 1;
    const Index behind = row + count * Vectors * lanes;
    const R* const prefetched =
        next == nullptr || behind >= block.rows ? next : block.data + behind + first * block.leading;
    Strips<R, Parts, Vectors, Target>{
        block, target, row, count, first, steps, static_cast<int>(left < lanes ? left : lanes), prefetched}
        .columns(from, to);
    row = behind;
  };
  while (row < block.rows) {
    const Index vectors = (block.rows - row) / lanes;
    // Shared out evenly: four vectors are two and two, not three and one.
    if (wide == 8 && vectors >= 8) {
      if constexpr (Parts == 1) strips.template operator()<8>(vectors / 8);
    } else if (wide >= 4 && vectors >= 4) {
      strips.template operator()<4>(vectors / 4);
    } else if (wide == 3 && vectors >= 3 && vectors != 4) {
      strips.template operator()<3>(vectors % 3 == 1 ? vectors / 3 - 1 : vectors / 3);
    } else if (vectors >= 2) {
      strips.template operator()<2>(vectors / 2);
    } else {
      strips.template operator()<1>(1);
    }
  }
}

}  // namespace
}  // namespace numapack
