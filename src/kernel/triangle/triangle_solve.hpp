// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The triangular solves on C in place. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/pack/transpose.hpp"
#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/triangle/rows_in_registers.hpp"

namespace numapack {
namespace {

/// Rows [i, i + Rows) of `count` rows, after those before them or, `up`, behind them. `triangle`: from row i
/// on, columns of `Step` elements. In fixed order they meet the unknowns as these are found, whatever the
/// groups are.
template <class T, int Step, int Width, int Rows, bool up, bool fixed>
inline void substitute_group(const T* triangle, Index count, Index i, const T* inverse, T* x) {
  using Registers = RowsInRegisters<T, Width, Rows>;
  Registers rows(x + i * Width);
  typename Registers::V y[Registers::Row::count];
  const Index begin = up ? i + Rows : 0, end = up ? count : i;
  for (Index turn = begin; turn < end; ++turn) {
    const Index p = up && fixed ? begin + end - 1 - turn : turn;
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = Registers::load_vector(x + p * Width, v);
    rows.template subtract<0>(triangle + p * Step, y);
  }
  const auto solve_row = [&]<int turn>(std::integral_constant<int, turn>) {
    constexpr int p = up ? Rows - 1 - turn : turn;
    if (inverse != nullptr) rows.template scale<p>(inverse[i + p]);
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = rows.x[p][v];
    rows.template subtract<up ? 0 : p + 1, up ? p : Rows>(triangle + (i + p) * Step, y);
  };
  [&]<int... turn>(std::integer_sequence<int, turn...>) {
    (solve_row(std::integral_constant<int, turn>{}), ...);
  }
  (std::make_integer_sequence<int, Rows>{});
  rows.store_to(x + i * Width);
}

/// Rows [first, first + rows) of `count` rows of a panel, which are a micro-panel of the triangle.
template <class T, int Step, int Width, bool up, bool fixed>
inline void substitute_panel(const T* triangle, Index count, Index first, Index rows, const T* inverse,
                             T* x) {
  constexpr int together = 4;
  Index left = rows;
  const auto next = [&](Index group) { return up ? left - group : rows - left; };
  for (; left >= together; left -= together) {
    const Index i = next(together);
    substitute_group<T, Step, Width, together, up, fixed>(triangle + i, count, first + i, inverse, x);
  }
  for (; left > 0; --left) {
    const Index i = next(1);
    substitute_group<T, Step, Width, 1, up, fixed>(triangle + i, count, first + i, inverse, x);
  }
}

/// Rows of a triangle that are solved by substitution, and by the micro-kernel with what is known: a
/// micro-panel's or, in fixed order, as many for all kernels.
template <class T, int Step, bool fixed>
constexpr int chunk_rows() {
  return fixed ? fixed_order_bytes / static_cast<int>(sizeof(T)) : Step;
}

/// `count` rows of a panel by the triangle that begins with them: micro-panels that are `stride` apart.
template <class T, int Step, int Width, bool up, bool fixed>
inline void substitute(const T* triangle, Index stride, Index count, const T* inverse, T* x) {
  if constexpr (!fixed)
    return substitute_panel<T, Step, Width, up, false>(triangle, count, 0, count, inverse, x);
  const Index panels = (count + Step - 1) / Step;
  for (Index turn = 0; turn < panels; ++turn) {
    const Index panel = up ? panels - 1 - turn : turn, first = panel * Step;
    const Index rows = count - first < Step ? count - first : Index{Step};
    substitute_panel<T, Step, Width, up, fixed>(triangle + panel * stride, count, first, rows, inverse, x);
  }
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

/// each(first, count): the micro-panels of a chunk.
template <int Step, class Each>
inline void for_each_panel(Index count, const Each& each) {
  for (Index first = 0; first < count; first += Step)
    each(first, static_cast<int>(count - first < Step ? count - first : Index{Step}));
}

template <class T, int MR, int NR, bool up, bool fixed>
inline void solve_left(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index columns,
                       T* x) {
  for_each_chunk<up>(
      a.size, chunk_rows<T, MR, fixed>(), [&](Index first, Index rows, Index known, Index depth) {
        const T* const panel = a.panels + first * a.size;
        T *const tile = c + first, *const now = x + first * NR;
        if (depth > 0)
          for_each_panel<MR>(rows, [&](Index i, int count) {
            kernel.tile(depth, panel + i * a.size + known * MR, x + known * NR, T{-1}, T{1}, tile + i, ldc,
                        count, static_cast<int>(columns), {now});
          });
        kernel.pack_b({tile, ldc, 1}, columns, rows, now);
        substitute<T, MR, NR, up, fixed>(panel + first * MR, MR * a.size, rows,
                                         a.inverse != nullptr ? a.inverse + first : nullptr, now);
        transpose<T>(now, NR, rows, columns, tile, ldc);
      });
}

template <class T, int MR, int NR, bool up, bool fixed>
inline void solve_right(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index lines,
                        T* x) {
  for_each_chunk<up>(
      a.size, chunk_rows<T, NR, fixed>(), [&](Index first, Index columns, Index known, Index depth) {
        const T* const panel = a.panels + first * a.size;
        T *const tile = c + first * ldc, *const now = x + first * MR;
        if (depth > 0)
          for_each_panel<NR>(columns, [&](Index j, int count) {
            kernel.tile(depth, x + known * MR, panel + j * a.size + known * NR, T{-1}, T{1}, tile + j * ldc,
                        ldc, static_cast<int>(lines), count, {now});
          });
        kernel.pack_a({tile, 1, ldc}, lines, columns, now);
        substitute<T, NR, MR, up, fixed>(panel + first * NR, NR * a.size, columns,
                                         a.inverse != nullptr ? a.inverse + first : nullptr, now);
        for (Index j = 0; j < columns; ++j)
          for (Index i = 0; i < lines; ++i) tile[i + j * ldc] = now[i + j * MR];
      });
}

/// See FactorKernel.
template <class T, int MR, int NR, bool fixed>
void solve_diagonal(const Kernel<T>& kernel, const DiagonalBlock<T>& a, T* c, Index ldc, Index lines, T* x) {
  if (a.right)
    a.up ? solve_right<T, MR, NR, true, fixed>(kernel, a, c, ldc, lines, x)
         : solve_right<T, MR, NR, false, fixed>(kernel, a, c, ldc, lines, x);
  else
    a.up ? solve_left<T, MR, NR, true, fixed>(kernel, a, c, ldc, lines, x)
         : solve_left<T, MR, NR, false, fixed>(kernel, a, c, ldc, lines, x);
}

}  // namespace
}  // namespace numapack
