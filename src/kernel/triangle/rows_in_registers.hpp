// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Rows of packed panels as vectors. By the instruction set of the source that includes this (see factor.hpp).

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
  /// x[r] -= l[r] * y for the rows from `First` to before `End`: constants, or clang keeps the rows in
  /// memory.
  template <int First, int End = Rows>
  void subtract(const T* l, const V* y) {
#pragma GCC unroll 8
    for (int v = 0; v < Row::count; ++v) {
      if constexpr (parts == 2) {
        V crossed = swap_pairs<Row::lanes>(y[v]);
#pragma GCC unroll 8
        for (int i = 0; i < Row::lanes; i += 2) crossed[i] = -crossed[i];
#pragma GCC unroll 8
        for (int r = First; r < End; ++r) {
          const R* const both = reinterpret_cast<const R*>(l + r);
          x[r][v] -= y[v] * both[0];
          x[r][v] -= crossed * both[1];
        }
      } else {
#pragma GCC unroll 8
        for (int r = First; r < End; ++r) x[r][v] -= y[v] * l[r];
      }
    }
  }
  /// x[R] *= factor.
  template <int Which>
  void scale(const T& factor) {
    const R* const both = reinterpret_cast<const R*>(&factor);
#pragma GCC unroll 8
    for (int v = 0; v < Row::count; ++v) {
      if constexpr (parts == 2) {
        V crossed = swap_pairs<Row::lanes>(x[Which][v]);
#pragma GCC unroll 8
        for (int i = 0; i < Row::lanes; i += 2) crossed[i] = -crossed[i];
        x[Which][v] = x[Which][v] * both[0] + crossed * both[1];
      } else {
        x[Which][v] *= both[0];
      }
    }
  }
};

}  // namespace
}  // namespace numapack
