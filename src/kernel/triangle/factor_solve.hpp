// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The triangular solve on a packed panel. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/triangle/triangle_solve.hpp"

namespace numapack {
namespace {

/// Rows [i, i + Rows) of a triangle's block, after the ones before them. `triangle`: from row i on.
template <class T, int MR, int NR, int Rows>
inline void substitute_rows(const T* triangle, Index i, T* b) {
  using Registers = RowsInRegisters<T, NR, Rows>;
  Registers rows(b + i * NR);
  typename Registers::V y[Registers::Row::count];
  for (Index p = 0; p < i; ++p) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = Registers::load_vector(b + p * NR, v);
    rows.template subtract<0>(triangle + p * MR, y);
  }
  const auto subtract_row = [&]<int p>(std::integral_constant<int, p>) {
#pragma GCC unroll 8
    for (int v = 0; v < Registers::Row::count; ++v) y[v] = rows.x[p][v];
    rows.template subtract<p + 1>(triangle + (i + p) * MR, y);
  };
  [&]<int... p>(std::integer_sequence<int, p...>) { (subtract_row(std::integral_constant<int, p>{}), ...); }
  (std::make_integer_sequence<int, Rows - 1>{});
  rows.store_to(b + i * NR);
}

/// See FactorKernel.
template <class T, int MR, int NR, bool fixed>
void solve_panel(const Kernel<T>& kernel, const T* lower, Index stride, Index size, T* b) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, together = 4, chunk = chunk_rows<T, MR, fixed>();
  alignas(64) T product[MR * NR];
  for (Index first = 0; first < size; first += MR, lower += stride) {
    const Index rows = size - first < MR ? size - first : Index{MR};
    // Rows that the micro-kernel multiplies by: those of the chunks before.
    const Index in_chunk = first % chunk, done = first - in_chunk;
    T* const now = b + first * NR;
    if (done > 0) {
      kernel.tile(done, lower, b, T{1}, T{0}, product, MR, MR, NR, {b});
      for (Index i = 0; i < rows; ++i)
        for (int c = 0; c < NR; ++c)
          for (int part = 0; part < parts; ++part)
            reinterpret_cast<R*>(now + i * NR + c)[part] -=
                reinterpret_cast<const R*>(product + c * MR + i)[part];
    }
    const T* const triangle = lower + done * MR;
    T* const of_chunk = b + done * NR;
    Index i = 0;
    for (; i + together <= rows; i += together)
      substitute_rows<T, MR, NR, together>(triangle + i, in_chunk + i, of_chunk);
    for (; i < rows; ++i) substitute_rows<T, MR, NR, 1>(triangle + i, in_chunk + i, of_chunk);
  }
}

}  // namespace
}  // namespace numapack
