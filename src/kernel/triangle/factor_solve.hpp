// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The triangular solve on a packed panel. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// A row of a packed panel as vectors: the widest that divide it.
template <class R, int Count>
struct RowVectors {
  static constexpr int bytes = Count * static_cast<int>(sizeof(R));
  static constexpr int divisor = bytes & -bytes;
  static constexpr int width = divisor < vector_bytes ? divisor : vector_bytes;
  static constexpr int count = bytes / width, lanes = width / static_cast<int>(sizeof(R));
  typedef R V __attribute__((vector_size(width)));
  typedef R Loose __attribute__((vector_size(width), aligned(alignof(R)), may_alias));
};

/// Some rows of a packed panel in registers: rows -= l * solved, then the triangle among themselves.
template <class T, int NR, int Rows>
struct RowsInRegisters {
  using R = typename Parts<T>::Real;
  static constexpr int parts = Parts<T>::count;
  using Row = RowVectors<R, NR * parts>;
  using V = typename Row::V;
  V x[Rows][Row::count];

  static V load_vector(const T* row, int v) {
    return *reinterpret_cast<const typename Row::Loose*>(reinterpret_cast<const R*>(row) + v * Row::lanes);
  }
  explicit RowsInRegisters(const T* b) {
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
      for (int v = 0; v < Row::count; ++v) x[r][v] = load_vector(b + r * NR, v);
  }
  void store_to(T* b) const {
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
      for (int v = 0; v < Row::count; ++v)
        *reinterpret_cast<typename Row::Loose*>(reinterpret_cast<R*>(b + r * NR) + v * Row::lanes) = x[r][v];
  }
  /// x[r] -= l[r] * y for the rows from `First` on: a constant, or clang keeps the rows in memory.
  template <int First>
  void subtract(const T* l, const V* y) {
#pragma GCC unroll 8
    for (int v = 0; v < Row::count; ++v) {
      if constexpr (parts == 2) {
        V crossed = swap_pairs<Row::lanes>(y[v]);
#pragma GCC unroll 8
        for (int i = 0; i < Row::lanes; i += 2) crossed[i] = -crossed[i];
#pragma GCC unroll 8
        for (int r = First; r < Rows; ++r) {
          const R* const both = reinterpret_cast<const R*>(l + r);
          x[r][v] -= y[v] * both[0];
          x[r][v] -= crossed * both[1];
        }
      } else {
#pragma GCC unroll 8
        for (int r = First; r < Rows; ++r) x[r][v] -= y[v] * l[r];
      }
    }
  }
};

/// Rows [i, i + Rows) of a triangle's block, after the ones before them.
template <class T, int MR, int NR, int Rows>
inline void substitute_rows(const T* triangle, Index i, T* b) {
  using Registers = RowsInRegisters<T, NR, Rows>;
  Registers rows(b + i * NR);
  typename Registers::V y[Registers::Row::count];
  for (Index p = 0; p < i; ++p) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = Registers::load_vector(b + p * NR, v);
    rows.template subtract<0>(triangle + p * MR + i, y);
  }
  const auto subtract_row = [&]<int p>(std::integral_constant<int, p>) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = rows.x[p][v];
    rows.template subtract<p + 1>(triangle + (i + p) * MR + i, y);
  };
  [&]<int... p>(std::integer_sequence<int, p...>) { (subtract_row(std::integral_constant<int, p>{}), ...); }
  (std::make_integer_sequence<int, Rows - 1>{});
  rows.store_to(b + i * NR);
}

/// See FactorKernel.
template <class T, int MR, int NR>
void solve_panel(const Kernel<T>& kernel, const T* lower, Index stride, Index size, T* b) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, together = 4;
  alignas(64) T product[MR * NR];
  for (Index done = 0; done < size; done += MR, lower += stride) {
    const Index rows = size - done < MR ? size - done : Index{MR};
    T* const now = b + done * NR;
    if (done > 0) {
      kernel.tile(done, lower, b, T{1}, T{0}, product, MR, MR, NR, {b});
      for (Index i = 0; i < rows; ++i)
        for (int c = 0; c < NR; ++c)
          for (int part = 0; part < parts; ++part)
            reinterpret_cast<R*>(now + i * NR + c)[part] -=
                reinterpret_cast<const R*>(product + c * MR + i)[part];
    }
    const T* const triangle = lower + done * MR;
    Index i = 0;
    for (; i + together <= rows; i += together) substitute_rows<T, MR, NR, together>(triangle, i, now);
    for (; i < rows; ++i) substitute_rows<T, MR, NR, 1>(triangle, i, now);
  }
}

}  // namespace
}  // namespace numapack
