// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The triangular solve on a packed panel. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/triangle/triangle_solve.hpp"

namespace numapack {
namespace {

/// See FactorKernel.
template <class T, int MR, int NR, bool fixed>
void solve_panel(const Kernel<T>& kernel, const T* lower, Index stride, Index size, T* b) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count, chunk = chunk_rows<T, MR, fixed>();
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
    substitute_panel<T, MR, NR, false, fixed>(triangle, size, in_chunk, rows, nullptr, of_chunk);
  }
}

}  // namespace
}  // namespace numapack
