// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The triangular solves on C in place. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/pack/transpose.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/triangle/rows_in_registers.hpp"

namespace numapack {
namespace {

/// Rows [i, i + Rows) of `count` rows of a panel, after those before them or, `up`, behind them. `triangle`:
/// columns of `Step` elements.
template <class T, int Step, int Width, int Rows, bool up>
inline void substitute_group(const T* triangle, Index count, Index i, const T* inverse, T* x) {
  using Registers = RowsInRegisters<T, Width, Rows>;
  Registers rows(x + i * Width);
  typename Registers::V y[Registers::Row::count];
  for (Index p = up ? i + Rows : 0; p < (up ? count : i); ++p) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = Registers::load_vector(x + p * Width, v);
    rows.template subtract<0>(triangle + p * Step + i, y);
  }
  const auto solve_row = [&]<int turn>(std::integral_constant<int, turn>) {
    constexpr int p = up ? Rows - 1 - turn : turn;
    if (inverse != nullptr) rows.template scale<p>(inverse[i + p]);
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = rows.x[p][v];
    rows.template subtract<up ? 0 : p + 1, up ? p : Rows>(triangle + (i + p) * Step + i, y);
  };
  [&]<int... turn>(std::integer_sequence<int, turn...>) {
    (solve_row(std::integral_constant<int, turn>{}), ...);
  }
  (std::make_integer_sequence<int, Rows>{});
  rows.store_to(x + i * Width);
}

/// `count` rows of a panel by the triangle that begins with them.
template <class T, int Step, int Width, bool up>
inline void substitute(const T* triangle, Index count, const T* inverse, T* x) {
  constexpr int together = 4;
  Index left = count;
  const auto next = [&](Index rows) { return up ? left - rows : count - left; };
  for (; left >= together; left -= together)
    substitute_group<T, Step, Width, together, up>(triangle, count, next(together), inverse, x);
  for (; left > 0; --left) substitute_group<T, Step, Width, 1, up>(triangle, count, next(1), inverse, x);
}

/// One after the other, each(first, known, depth): it begins at `first`, and meets the `depth` unknowns from
/// `known` on that are there before it.
template <bool up, class Each>
inline void for_each_chunk(Index size, Index width, const Each& each) {
  const Index chunks = (size + width - 1) / width;
  for (Index turn = 0; turn < chunks; ++turn) {
    const Index first = (up ? chunks - 1 - turn : turn) * width;
    const Index end = size - first < width ? size : first + width;
    each(first, end - first, up ? end : 0, up ? size - end : first);
  }
}

template <class T, int MR, int NR, bool up>
inline void solve_left(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index columns,
                       T* x) {
  for_each_chunk<up>(a.size, MR, [&](Index first, Index rows, Index known, Index depth) {
    const T* const panel = a.panels + first * a.size;
    T *const tile = c + first, *const now = x + first * NR;
    if (depth > 0)
      kernel.tile(depth, panel + known * MR, x + known * NR, T{-1}, T{1}, tile, ldc, static_cast<int>(rows),
                  static_cast<int>(columns), {now});
    kernel.pack_b({tile, ldc, 1}, columns, rows, now);
    substitute<T, MR, NR, up>(panel + first * MR, rows, a.inverse != nullptr ? a.inverse + first : nullptr,
                              now);
    transpose<T>(now, NR, rows, columns, tile, ldc);
  });
}

template <class T, int MR, int NR, bool up>
inline void solve_right(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index lines,
                        T* x) {
  for_each_chunk<up>(a.size, NR, [&](Index first, Index columns, Index known, Index depth) {
    const T* const panel = a.panels + first * a.size;
    T *const tile = c + first * ldc, *const now = x + first * MR;
    if (depth > 0)
      kernel.tile(depth, x + known * MR, panel + known * NR, T{-1}, T{1}, tile, ldc, static_cast<int>(lines),
                  static_cast<int>(columns), {now});
    kernel.pack_a({tile, 1, ldc}, lines, columns, now);
    substitute<T, NR, MR, up>(panel + first * NR, columns, a.inverse != nullptr ? a.inverse + first : nullptr,
                              now);
    for (Index j = 0; j < columns; ++j)
      for (Index i = 0; i < lines; ++i) tile[i + j * ldc] = now[i + j * MR];
  });
}

/// See FactorKernel.
template <class T, int MR, int NR>
void solve_diagonal(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index lines, T* x) {
  if (a.right)
    a.up ? solve_right<T, MR, NR, true>(kernel, a, c, ldc, lines, x)
         : solve_right<T, MR, NR, false>(kernel, a, c, ldc, lines, x);
  else
    a.up ? solve_left<T, MR, NR, true>(kernel, a, c, ldc, lines, x)
         : solve_left<T, MR, NR, false>(kernel, a, c, ldc, lines, x);
}

}  // namespace
}  // namespace numapack
